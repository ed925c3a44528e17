import { lazy, useState, type ComponentType } from "react";

interface Module<P> {
  default: ComponentType<P>;
}

export interface Screen<P> {
  (props: P): React.ReactNode;
  /** Fetches the code ahead; a failure shows when the screen is drawn. */
  preload: () => Promise<void>;
}

/**
 * A screen whose code is a chunk of its own. Where the code is there before the screen is first
 * drawn, no fallback shows: React keeps one on the screen for 300 ms once it has been painted.
 */
export function lazyScreen<P extends object>(load: () => Promise<Module<P>>): Screen<P> {
  let ready: ComponentType<P> | null = null;
  const fetchCode = async () => {
    const module = await load();
    ready = module.default;
    return module;
  };
  const Waiting = lazy(fetchCode);
  function Shown(props: P) {
    const [Component] = useState<ComponentType<P>>(() => ready ?? (Waiting as ComponentType<P>));
    return <Component {...props} />;
  }
  const preload = () =>
    fetchCode().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Shown, { preload });
}

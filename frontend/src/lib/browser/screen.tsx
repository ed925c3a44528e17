import { lazy, type ReactNode, useState, ViewTransition, type ComponentType } from "react";
import { useLocation } from "react-router-dom";
import { STILL, useMediaQuery } from "../hooks";

interface Module<P> {
  default: ComponentType<P>;
}

export interface Screen<P> {
  (props: P): ReactNode;
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

/** The first entry of a document has this key: what is there with the page itself just is there. */
const FIRST = "default";

/**
 * What comes and goes with an address, as a view transition (theme/passing.css) where the browser has
 * them. Not for visitors who want no motion.
 */
export function PageTransition({ as, children }: { as: "page" | "dialog"; children: ReactNode }) {
  const { key } = useLocation();
  const still = useMediaQuery(STILL);
  if (still) return children;
  return (
    <ViewTransition default="none" enter={key === FIRST ? "none" : as} exit={as}>
      {children}
    </ViewTransition>
  );
}

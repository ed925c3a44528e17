import {
  type Context,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";

/** A reference to the newest value, for callbacks that must stay the same function. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}

/** What a provider around gives; there is always one. */
export function useProvided<T>(context: Context<T | null>): T {
  const value = useContext(context);
  if (value === null) throw new Error("The provider of this context is not around");
  return value;
}

/** The value once it has stayed the same for `delayMs`. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}

/** Hands on a key that is not meant for what is typed in, nor held with Ctrl, Alt or Meta. */
export function useShortcuts(press: (event: KeyboardEvent) => void, enabled = true): void {
  const latest = useLatest(press);
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof Element && target.matches("input, textarea, select");
      if (!isTyping && !ctrlKey && !metaKey && !altKey) latest.current(event);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [enabled, latest]);
}

/** The tab's name while something is on the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** Spec §9: phones are 600 px and narrower. */
export const PHONE = "(max-width: 600px)";

/** Where the filters take the whole screen: phones, also on their side, and pages enlarged as much. */
export const FULL_PANEL = `${PHONE}, (max-height: 560px)`;

/** Where a fixed button for them covers nothing that matters. */
export const FILTERS_PILL = `${PHONE} and (min-height: 560.02px)`;

/** Where the menu becomes a hamburger (spec §2.2): phones, and handsets on their side. */
export const COMPACT_MENU = `${PHONE}, (max-width: 959.98px) and (orientation: landscape)`;

/** For visitors who want no motion. */
export const STILL = "(prefers-reduced-motion: reduce)";

/** Whether a media query matches, kept up to date. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

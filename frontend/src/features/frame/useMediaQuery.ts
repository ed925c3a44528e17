import { useCallback, useSyncExternalStore } from "react";

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

/**
 * Where the menu becomes a hamburger (spec §2.2): 600 px and narrower, and handsets on their side,
 * which are under 959.98 px wide.
 */
export const COMPACT_MENU = "(max-width: 600px), (max-width: 959.98px) and (orientation: landscape)";

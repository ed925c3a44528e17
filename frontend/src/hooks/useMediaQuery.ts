import { useCallback, useSyncExternalStore } from "react";

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

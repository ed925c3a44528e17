import { setManuallyFiltered } from "../../../lib/visitor/preferences";

export interface MenuItem {
  path: string;
  label: string;
}

const VISITOR_ITEMS: readonly MenuItem[] = [
  { path: "/", label: "Home" },
  { path: "/about", label: "About" },
];

/** The scraper's link is development mode's; its route is in every build (design: Operators). */
export const MENU_ITEMS: readonly MenuItem[] = __DEV_MODE__
  ? [...VISITOR_ITEMS, { path: "/scraper", label: "Scraper" }]
  : VISITOR_ITEMS;

/**
 * What Home and the logo do besides leading to "/": stored styles no longer apply by themselves, so
 * home comes back without any filter (spec §2.2). The link's own navigation reloads the data, also
 * where it leads to the page one is on.
 */
export function resetHome(): void {
  setManuallyFiltered(true);
}

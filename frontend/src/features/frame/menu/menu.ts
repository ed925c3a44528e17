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

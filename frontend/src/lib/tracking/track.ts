import { api } from "../api/client";
import { confirmSearch } from "../visitor/recent";
import { joined } from "./searched";

/** One interaction of spec §7. `href` is an address, or what was done ("Go to page 2"). */
export interface Click {
  brandId: number | null;
  groupKey: string | null;
  href: string;
  /** The product whose tile it is, where another colour of it is shown. */
  tileKey?: string;
}

/** How a product was looked at without leaving the site; "alert": by the link of an alert's mail. */
type ViewKind = "details" | "quick" | "colour" | "alert";

/** The page may be left at the same moment. */
const keepalive = true;

/** Visitors are not bothered with a click that could not be recorded. */
function ignoringFailure(call: Promise<unknown>): void {
  call.catch(() => undefined);
}

/** Records a click, with the search that it came from. */
export function track({ tileKey, ...click }: Click): void {
  confirmSearch();
  const body = { ...click, ...joined(click.brandId, click.groupKey, tileKey) };
  ignoringFailure(api.POST("/api/interactions/saveItemClick", { body, keepalive }));
}

/** Records that a product was looked at. */
export function trackView(kind: ViewKind, brandId: number, groupKey: string, tileKey?: string): void {
  confirmSearch();
  const body = { kind, brandId, groupKey, ...joined(brandId, groupKey, tileKey) };
  ignoringFailure(api.POST("/api/interactions/saveItemView", { body, keepalive }));
}

/** The handlers of a link that record left and middle clicks (mouse button 1, spec §9). */
export function trackedLink(click: Click) {
  return {
    onClick: () => track(click),
    onAuxClick: (event: { button: number }) => {
      if (event.button === 1) track(click);
    },
  };
}

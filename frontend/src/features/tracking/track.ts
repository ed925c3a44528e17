import { apiHeaders } from "../../lib/api";

/** One interaction of spec §7. `href` is an address, or what was done ("Go to page 2"). */
export interface Click {
  brandId: number | null;
  groupKey: string | null;
  href: string;
}

/** Records a click. `keepalive`, because the page may be left at the same moment. Never throws. */
export function track(click: Click): void {
  void fetch("/api/interactions/saveItemClick", {
    method: "POST",
    keepalive: true,
    headers: { "Content-Type": "application/json", ...apiHeaders() },
    body: JSON.stringify(click),
  }).catch(() => undefined);
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

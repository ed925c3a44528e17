import type { Location } from "react-router-dom";

/** Where a dialog with an address of its own was opened from, and how many entries lie above that. */
interface Over {
  readonly over: Location;
  readonly depth: number;
}

export function overIn(state: unknown): Over | null {
  return typeof state === "object" && state !== null && "over" in state ? (state as Over) : null;
}

/** The state of a link to such an address from this one: the page beneath stays what it is. */
export function stateOver(location: Location): Over {
  const before = overIn(location.state);
  return before ? { ...before, depth: before.depth + 1 } : { over: location, depth: 1 };
}

/** What the document's own entry is over by now: a page that is yet to be drawn has the one before. */
function overNow(): Over | null {
  const { usr } = (window.history.state ?? {}) as { usr?: unknown };
  return overIn(usr);
}

/** The address of the page that is seen, or lies beneath a dialog. */
export function backgroundAddress(): Pick<Location, "pathname" | "search"> {
  return overNow()?.over ?? window.location;
}

/** How many entries lie above the page beneath. */
export function depthNow(): number {
  return overNow()?.depth ?? 1;
}

/** A document that is loaded at a dialog's address is that page, with nothing beneath it. */
export function clearBackground(): void {
  const state = (window.history.state ?? {}) as { usr?: unknown };
  if (overIn(state.usr)) window.history.replaceState({ ...state, usr: null }, "");
}

/** The history entry that a full-screen panel adds, so that the browser's back closes it. */
export const OVERLAY_STATE = { overlay: "panel" } as const;

export function isOverlayState(state: unknown): boolean {
  return typeof state === "object" && state !== null && "overlay" in state;
}

let interceptor: ((event: PopStateEvent) => void) | null = null;

/**
 * Hears Back and Forward before the router does: of a window's listeners the first to come is the
 * first to hear, a capturing one too. Called once, before anything is drawn.
 */
export function listenToPopState(): void {
  window.addEventListener("popstate", (event) => interceptor?.(event));
}

/** Has each Back and Forward go through `hear` first; null: through nothing. */
export function interceptPopState(hear: typeof interceptor): void {
  interceptor = hear;
}

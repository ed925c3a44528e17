import type { Location } from "react-router-dom";
import { readStored, writeStored } from "../store";

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

const PREFIX = "scroll:";
/** How long a restored page may take to grow tall enough again, in ms. */
const PATIENCE_MS = 3000;

/**
 * Stores the scroll position of a history entry while it is the current one, and returns the function
 * that ends that. Without storage, back starts at the top.
 */
export function keepScroll(entry: string): () => void {
  window.history.scrollRestoration = "manual";
  const note = () => writeStored(PREFIX + entry, String(Math.round(window.scrollY)), "sessionStorage");
  window.addEventListener("scroll", note, { passive: true });
  return () => window.removeEventListener("scroll", note);
}

/** Whether the browser loaded this document to go back, on, or over it again. */
function isReturn(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded instanceof PerformanceNavigationTiming && loaded.type !== "navigate";
}

/**
 * The name of a history entry. React Router calls the first one of every document "default": the
 * address distinguishes those of a tab.
 */
export function scrollEntry({ key, pathname, search }: Location): string {
  return key === "default" ? `default ${pathname}${search}` : key;
}

/**
 * Returns to an entry's place as soon as the page is tall enough, and gives up when the visitor
 * scrolls first. Returns the function that cancels it. `isFirst`: the page has just been loaded.
 */
export function restoreScroll(entry: string, isFirst: boolean): () => void {
  // An address that was typed or followed into starts at the top, whatever stood there before.
  if (isFirst && !isReturn()) return () => undefined;
  const top = Number(readStored(PREFIX + entry, "sessionStorage"));
  // Nowhere to go: to read the new page's height would make the browser lay it out twice.
  if (isFirst && top === 0) return () => undefined;
  const until = performance.now() + PATIENCE_MS;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    window.removeEventListener("wheel", stop);
    window.removeEventListener("touchmove", stop);
  };
  const attempt = () => {
    const reachable = document.documentElement.scrollHeight - window.innerHeight;
    if (reachable >= top || performance.now() > until) {
      window.scrollTo({ top, behavior: "instant" });
      stop();
    } else frame = requestAnimationFrame(attempt);
  };
  window.addEventListener("wheel", stop, { passive: true });
  window.addEventListener("touchmove", stop, { passive: true });
  attempt();
  return stop;
}

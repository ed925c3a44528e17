import type { Location } from "react-router-dom";
import { readStored, writeStored } from "../visitor/storage";

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

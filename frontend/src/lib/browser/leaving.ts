import type { Navigator } from "react-router-dom";
import { askPops } from "./pops";

/** Of history's entries: the router numbers them. */
function placeOf(state: unknown): number | null {
  const place: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "idx") : null;
  return typeof place === "number" ? place : null;
}

/**
 * Asks before this page is left: by a link or a search of this site, by Back and Forward, by closing
 * the tab. `ask` is given what leaves all the same. Returns what ends it.
 */
export function askBeforeLeaving(navigator: Navigator, ask: (leave: () => void) => void): () => void {
  const here = placeOf(window.history.state);
  const push = navigator.push.bind(navigator);
  let isFree = false;
  let isReturning = false;
  const asked = (go: () => void) =>
    ask(() => {
      isFree = true;
      go();
    });
  navigator.push = (...to) => (isFree ? push(...to) : asked(() => push(...to)));
  // Before the router hears of it: the entry is gone back to, and the question asked.
  const onPop = (event: PopStateEvent) => {
    const there = placeOf(event.state);
    if (isFree || here === null || there === null) return;
    event.stopImmediatePropagation();
    if (isReturning) {
      isReturning = false;
      return;
    }
    isReturning = true;
    window.history.go(here - there);
    asked(() => window.history.go(there - here));
  };
  const onClose = (event: BeforeUnloadEvent) => event.preventDefault();
  askPops(onPop);
  window.addEventListener("beforeunload", onClose);
  return () => {
    navigator.push = push;
    askPops(null);
    window.removeEventListener("beforeunload", onClose);
  };
}

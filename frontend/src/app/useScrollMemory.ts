import { useEffect, useRef } from "react";
import { NavigationType, useLocation } from "react-router-dom";
import { isOverlayState } from "../lib/browser/overlayState";
import { keepScroll, restoreScroll, scrollEntry } from "../lib/browser/scroll";

/** New pages start at the top; back and forward return to where the visitor was. */
export function useScrollMemory(type: NavigationType): void {
  const location = useLocation();
  const before = useRef(location);
  const entry = scrollEntry(location);
  useEffect(() => keepScroll(entry), [entry]);
  useEffect(() => {
    const old = before.current;
    before.current = location;
    if (type === NavigationType.Pop) return restoreScroll(entry, old === location);
    const overlay = isOverlayState(location.state) || isOverlayState(old.state);
    if (type === NavigationType.Push && !overlay) window.scrollTo({ top: 0, behavior: "instant" });
    return undefined;
  }, [location, entry, type]);
}

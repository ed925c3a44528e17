import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { isOverlayState } from "../lib/overlayState";
import { keepScroll, restoreScroll } from "../lib/scroll";

/** New pages start at the top; back and forward return to where the visitor was. */
export function useScrollMemory(): void {
  const location = useLocation();
  const type = useNavigationType();
  const before = useRef(location);
  useEffect(() => keepScroll(location.key), [location.key]);
  useEffect(() => {
    const old = before.current;
    before.current = location;
    if (type === NavigationType.Pop) return restoreScroll(location.key, old === location);
    const overlay = isOverlayState(location.state) || isOverlayState(old.state);
    if (type === NavigationType.Push && !overlay) window.scrollTo({ top: 0, behavior: "instant" });
    return undefined;
  }, [location, type]);
}

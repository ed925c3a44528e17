import { useEffect, useRef } from "react";
import { NavigationType, useLocation } from "react-router-dom";
import { isOverlayState } from "../lib/browser/overlayState";
import { reloadData } from "../lib/browser/reload";

/** Going to the URL one is on loads its data again without losing the app (spec §2.1). */
export function useSameUrlReload(type: NavigationType): void {
  const location = useLocation();
  const before = useRef(location);
  useEffect(() => {
    const old = before.current;
    before.current = location;
    const moved = old.pathname !== location.pathname || old.search !== location.search;
    if (old.key === location.key || moved || type === NavigationType.Pop) return;
    if (isOverlayState(location.state) || isOverlayState(old.state)) return;
    reloadData();
  }, [location, type]);
}

import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { routeTitle } from "./routeTitle";

/** Gives each route its title, and moves the focus into a page that was opened. */
export function useRouteTitle(): void {
  const { pathname } = useLocation();
  const first = useRef(true);
  // Before the effects of the page inside, whose own title wins.
  useLayoutEffect(() => {
    document.title = routeTitle(pathname);
    if (!first.current) document.getElementById("main")?.focus({ preventScroll: true });
    first.current = false;
  }, [pathname]);
}

import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { routeMeta } from "./routeMeta";

/** Gives each route its title and description, and moves the focus into a page that was opened. */
export function useRouteMeta(): void {
  const { pathname } = useLocation();
  const first = useRef(true);
  // Before the effects of the page inside, whose own title wins.
  useLayoutEffect(() => {
    const { title, description } = routeMeta(pathname);
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
    if (!first.current) document.getElementById("main")?.focus({ preventScroll: true });
    first.current = false;
  }, [pathname]);
}

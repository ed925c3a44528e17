import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { DECLARED } from "../../lib/declared";

const PAGES: Readonly<Record<string, { title: string }>> = DECLARED.pages;
/** Pages of one row each, whose own name they learn later: "/style/". */
const ROWS = Object.keys(PAGES).filter((path) => path !== "/" && path.endsWith("/"));

/** The title of a path; the search gives home its own once it has words, an unknown path has that of a missing page. */
export function routeTitle(pathname: string): string {
  const path = ROWS.find((row) => pathname.startsWith(row)) ?? (pathname.replace(/\/+$/, "") || "/");
  return (PAGES[path] ?? DECLARED.pages["*"]).title;
}

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

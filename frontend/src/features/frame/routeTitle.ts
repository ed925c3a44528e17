import { DECLARED } from "../../lib/declared";

const PAGES: Readonly<Record<string, { title: string }>> = DECLARED.pages;
/** Pages of one row each, whose own name they learn later: "/style/". */
const ROWS = Object.keys(PAGES).filter((path) => path !== "/" && path.endsWith("/"));

/** The title of a path; the search gives home its own once it has words, an unknown path says so. */
export function routeTitle(pathname: string): string {
  const path = ROWS.find((row) => pathname.startsWith(row)) ?? (pathname.replace(/\/+$/, "") || "/");
  return (PAGES[path] ?? DECLARED.pages["*"]).title;
}

import { DECLARED } from "../../lib/declared";

/** Titles and descriptions of the routes; the search gives home its own title once it has words. */
interface RouteMeta {
  title: string;
  description: string;
}

const { "/style/": STYLE, "*": NOT_FOUND, ...ROUTES } = DECLARED.pages;
const META = new Map<string, RouteMeta>(Object.entries(ROUTES));

/** The meta of a path; a style page names its style later, an unknown path says so. */
export function routeMeta(pathname: string): RouteMeta {
  const path = pathname.replace(/\/+$/, "") || "/";
  if (path.startsWith("/style/")) return STYLE;
  return META.get(path) ?? NOT_FOUND;
}

import { DECLARED } from "../../lib/declared";

/** Titles and descriptions of the routes; the search gives home its own title once it has words. */
interface RouteMeta {
  title: string;
  description: string;
}

const { "/style/": STYLE, "/product/": PRODUCT, "*": NOT_FOUND, ...ROUTES } = DECLARED.pages;
const META = new Map<string, RouteMeta>(Object.entries(ROUTES));

/** The meta of a path; pages of a style or product name it later, an unknown path says so. */
export function routeMeta(pathname: string): RouteMeta {
  const path = pathname.replace(/\/+$/, "") || "/";
  if (path.startsWith("/style/")) return STYLE;
  if (path.startsWith("/product/")) return PRODUCT;
  return META.get(path) ?? NOT_FOUND;
}

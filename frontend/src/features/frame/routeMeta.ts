/** Titles and descriptions of the routes; the search gives home its own title once it has words. */
export interface RouteMeta {
  title: string;
  description: string;
}

const SITE = "Winkel";

const HOME: RouteMeta = {
  title: `${SITE} – Shop from South African stores`,
  description: "Search clothes, accessories and things for the home from many South African stores at once.",
};

const ROUTES: Record<string, RouteMeta> = {
  "/": HOME,
  "/about": {
    title: `About – ${SITE}`,
    description:
      "A South African search engine for clothes and homeware: local first, in rands, no paid results.",
  },
  "/privacy": {
    title: `Privacy policy – ${SITE}`,
    description: "What Winkel stores about visitors, why, for how long, and how to have it removed.",
  },
  "/terms": {
    title: `Terms and disclaimer – ${SITE}`,
    description: "Disclaimer, external links and affiliate commission.",
  },
  "/proxies": {
    title: `Shipping proxies – ${SITE}`,
    description: "How to receive an order from a South African store that does not deliver to your country.",
  },
  "/style-select": {
    title: `Pick your styles – ${SITE}`,
    description: "Choose the styles that Winkel starts with.",
  },
  "/blog/blog-list": {
    title: `Blog – ${SITE}`,
    description: "Short reads on buying less, nearer and better.",
  },
  "/blog/blog-page-1": {
    title: `Fast stuff vs Slow stuff – ${SITE}`,
    description: "A shirt for R 120 is not cheap if you wear it four times.",
  },
  "/blog/blog-page-2": {
    title: `What the Colour You Wear Says About You – ${SITE}`,
    description: "A field guide to the colours we put on in the morning.",
  },
  "/scraper": { title: `Scraper – ${SITE}`, description: "For operators." },
  "/insights": { title: `Insights – ${SITE}`, description: "For operators." },
};

/** The meta of a path; a style page names its style later, an unknown path says so. */
export function routeMeta(pathname: string): RouteMeta {
  const path = pathname.replace(/\/+$/, "") || "/";
  if (path.startsWith("/style/")) {
    return { title: `Style – ${SITE}`, description: "The brands of one style, and their pins." };
  }
  return ROUTES[path] ?? { title: `Not found – ${SITE}`, description: HOME.description };
}

import { api, bodyOf } from "../../lib/api/client";
import type { Style, StyleBrand } from "../../lib/api/schema";
import { fetchFacetCounts, searchHits, type Params } from "../../lib/api/search";
import type { Hit } from "../../lib/api/wire";
import type { Session } from "../../lib/visitor/session";

export type { Style, StyleBrand };

const COLLAGE = 4;
/**
 * Products to choose them from: stores have several styles, and the same products in each. The server
 * allows 500 in all of one array (app/search/wire/limits.py).
 */
const CANDIDATES = 24;
/** The server's limit for one array (design.md, search contract). */
const MOST_REQUESTS = 20;

/** The styles that have products for this visitor: others would lead to an empty page. */
export async function fetchOffered(session: Session, signal: AbortSignal): Promise<Style[]> {
  const [all, counts] = await Promise.all([
    bodyOf(api.GET("/api/styles", { signal })),
    fetchFacetCounts("style", session, signal),
  ]);
  return all.filter(({ slug }) => counts.has(slug));
}

/** How many products carry one of the styles (spec §7, images/getCount). */
export async function countStyleProducts(ids: readonly number[], signal: AbortSignal): Promise<number> {
  const [answer] = await bodyOf(api.POST("/api/images/getCount", { body: { styles: [...ids] }, signal }));
  return answer?.count ?? 0;
}

/** Some products with a facet's value ("style:boho"), without counts. */
function products(value: string, hitsPerPage: number, session: Session): Params {
  return { ...session, query: "", hitsPerPage, page: 0, facets: [], facetFilters: [[value]] };
}

/** The pictures of each style's collage, by the style's slug. */
export async function fetchCollages(
  slugs: readonly string[],
  session: Session,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const searches = slugs
    .slice(0, MOST_REQUESTS)
    .map((slug) => products(`style:${slug}`, CANDIDATES, session));
  if (searches.length === 0) return new Map();
  // By name: the newest are often all of one kind.
  const collages = collagesOf(await searchHits(searches, signal, "products_name_asc"));
  return new Map(collages.map((pictures, index) => [slugs[index] ?? "", pictures]));
}

/**
 * Four pictures a style; neither a picture nor a kind twice while there are others, so that no style
 * looks like another.
 */
export function collagesOf(styles: readonly (readonly PicturedHit[])[]): string[][] {
  const used = new Set<string>();
  return styles.map((hits) => {
    const pictures = byTurns(hits, used);
    const fresh = pictures.filter(({ url }) => !used.has(url));
    const chosen = [...new Map([...fresh, ...pictures].map((one) => [one.url, one])).values()];
    return chosen.slice(0, COLLAGE).map(({ url, kind }) => {
      used.add(url).add(kind);
      return url;
    });
  });
}

type PicturedHit = Pick<Hit, "category" | "images">;

/**
 * Pictures of different kinds first: a dress and a boot show more of a style than four dresses. Of the
 * kinds, those that are not `used`, and of those what it has most of.
 */
function byTurns(hits: readonly PicturedHit[], used: ReadonlySet<string>): { kind: string; url: string }[] {
  const kinds = new Map<string, { kind: string; url: string }[]>();
  for (const { category = [], images = [] } of hits) {
    const kind = category.at(-1) ?? "";
    if (images[0]) kinds.set(kind, [...(kinds.get(kind) ?? []), { kind, url: images[0].url }]);
  }
  const rank = ([kind, list]: [string, readonly unknown[]]) =>
    (used.has(kind) ? 0 : CANDIDATES) + list.length;
  const lists = [...kinds].sort((a, b) => rank(b) - rank(a)).map(([, list]) => list);
  return hits.flatMap((_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1)));
}

/** As many as a carousel of the landing screen shows (spec §9). */
const RAIL_LENGTH = 10;

/** A brand's newest products; slugs that the search does not have find nothing. */
export async function fetchBrandProducts(
  { slug }: StyleBrand,
  session: Session,
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  const [hits = []] = await searchHits([products(`store:${slug}`, RAIL_LENGTH, session)], signal);
  return hits;
}

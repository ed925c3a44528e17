import { apiGet, apiPost } from "../../lib/api";
import type { Count, Hit as SentHit, Style, StyleBrand } from "../../lib/api-schema";
import { filledHits } from "../../lib/hits";
import type { Hit } from "../../lib/wire";
import type { Session } from "../../lib/session";
import { fetchFacetCounts } from "../../lib/facetCounts";

export type { Style, StyleBrand };

/** Pictures in a style's collage. */
const COLLAGE = 4;
/**
 * Products to choose them from: stores have several styles, and the same things in each. The server
 * allows 500 in all of one array (app/search/limits.py).
 */
const CANDIDATES = 24;
/** The server's limit for one array (design.md, search contract). */
const MOST_REQUESTS = 20;

/** The styles that have products for this visitor: others would lead to an empty page. */
export async function fetchOffered(session: Session, signal: AbortSignal): Promise<Style[]> {
  const [all, counts] = await Promise.all([
    apiGet<Style[]>("styles", { signal }),
    fetchFacetCounts("style", session, signal),
  ]);
  return all.filter(({ slug }) => counts.has(slug));
}

export function fetchStyle(id: string, signal: AbortSignal): Promise<Style> {
  return apiGet<Style>(`styles/${encodeURIComponent(id)}`, { signal });
}

export function fetchStyleBrands(id: string, signal: AbortSignal): Promise<StyleBrand[]> {
  return apiGet<StyleBrand[]>(`brands/getByStyleId/${encodeURIComponent(id)}`, { signal });
}

/** How many products carry one of the styles (spec §7, images/getCount). */
export async function countStyleProducts(ids: readonly number[], signal: AbortSignal): Promise<number> {
  const answer = await apiPost<Count[]>("images/getCount", { styles: ids }, { signal });
  return answer[0]?.count ?? 0;
}

/** The pictures of each style's collage by the style's slug: four of what it finds. */
export async function fetchCollages(
  slugs: readonly string[],
  session: Session,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = slugs.slice(0, MOST_REQUESTS).map((slug) => ({
    indexName: "products",
    params: {
      ...session,
      query: "",
      hitsPerPage: CANDIDATES,
      page: 0,
      facets: [],
      facetFilters: [[`style:${slug}`]],
    },
  }));
  if (asked.length === 0) return new Map();
  const answer = await apiPost<{ results: { hits: SentHit[] }[] }>("search", asked, { signal });
  const collages = collagesOf(answer.results.map(({ hits }) => filledHits(hits)));
  return new Map(collages.map((pictures, index) => [slugs[index] ?? "", pictures]));
}

/** Four pictures a style; none twice while there are others, so that no style looks like another. */
export function collagesOf(styles: readonly (readonly PicturedHit[])[]): string[][] {
  const used = new Set<string>();
  return styles.map((hits) => {
    const pictures = byTurns(hits);
    const fresh = pictures.filter((url) => !used.has(url));
    const chosen = [...new Set([...fresh, ...pictures])].slice(0, COLLAGE);
    chosen.forEach((url) => used.add(url));
    return chosen;
  });
}

type PicturedHit = Pick<Hit, "category" | "images">;

/** Pictures of different kinds first: four dresses tell less of a style than a dress and a boot. */
function byTurns(hits: readonly PicturedHit[]): string[] {
  const kinds = new Map<string, string[]>();
  for (const { category, images } of hits) {
    const kind = category.at(-1) ?? "";
    if (images[0]) kinds.set(kind, [...(kinds.get(kind) ?? []), images[0].url]);
  }
  const lists = [...kinds.values()];
  return hits.flatMap((_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1)));
}

/** As many as a carousel of the landing screen shows (spec §9). */
const RAIL_LENGTH = 10;

/** A brand's newest products; slugs that the search does not know find nothing. */
export async function fetchBrandProducts(
  { slug }: StyleBrand,
  session: Session,
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  const params = {
    ...session,
    query: "",
    hitsPerPage: RAIL_LENGTH,
    page: 0,
    facets: [],
    facetFilters: [[`store:${slug}`]],
  };
  const answer = await apiPost<{ results: { hits: SentHit[] }[] }>(
    "search",
    [{ indexName: "products", params }],
    { signal },
  );
  return filledHits(answer.results[0]?.hits ?? []);
}

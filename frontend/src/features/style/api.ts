import { apiGet, apiPost } from "../../lib/api";
import type { Count, Hit, Style, StyleBrand } from "../../lib/api-schema";
import type { Session } from "../../lib/session";
import { fetchFacetCounts } from "../../lib/facetCounts";

export type { Style, StyleBrand };

/** Pictures in a style's collage. */
const COLLAGE = 4;
/** The server's limit for one array (design.md, search contract). */
const MOST_REQUESTS = 20;

/** The styles that have products for this visitor: others would lead to an empty page. */
export async function fetchOffered(session: Session, signal: AbortSignal): Promise<Style[]> {
  const [all, counts] = await Promise.all([
    apiGet<Style[]>("styles", { signal }),
    fetchFacetCounts("style", session, signal),
  ]);
  // A catalogue that was not scraped yet offers all; home applies none before it has products.
  return counts.size === 0 ? all : all.filter(({ slug }) => counts.has(slug));
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

/** The pictures of a style's collage: four of what it finds, by the style's slug. */
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
      hitsPerPage: 3 * COLLAGE,
      page: 0,
      facets: [],
      facetFilters: [[`style:${slug}`]],
    },
  }));
  if (asked.length === 0) return new Map();
  const answer = await apiPost<{ results: { hits: Hit[] }[] }>("search", asked, { signal });
  return new Map(answer.results.map(({ hits }, index) => [slugs[index] ?? "", collageOf(hits)]));
}

/** Pictures of different kinds first: four dresses tell less of a style than a dress and a boot. */
function collageOf(hits: readonly Hit[]): string[] {
  const kinds = new Map<string, string[]>();
  for (const { category, images } of hits) {
    const kind = category.at(-1) ?? "";
    if (images[0]) kinds.set(kind, [...(kinds.get(kind) ?? []), images[0].url]);
  }
  const lists = [...kinds.values()];
  const turns = Array.from({ length: hits.length }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  );
  return [...new Set(turns.flat())].slice(0, COLLAGE);
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
  const answer = await apiPost<{ results: { hits: Hit[] }[] }>(
    "search",
    [{ indexName: "products", params }],
    { signal },
  );
  return answer.results[0]?.hits ?? [];
}

import { apiGet, apiPost } from "../../lib/api";
import type { Count, Hit, Style, StyleBrand } from "../../lib/api-schema";
import type { Session } from "../../lib/session";

export type { Style, StyleBrand };

export function fetchStyles(signal: AbortSignal): Promise<Style[]> {
  return apiGet<Style[]>("styles", { signal });
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

import { apiPost } from "./api";
import type { Session } from "./session";

/** More than there are styles or categories; InstantSearch's own default is 10. */
const MOST_VALUES = 1000;

interface Counted {
  results: { facets: Record<string, Record<string, number>> }[];
}

/** How many products each value of a facet has for this visitor; those without any are not in it. */
export async function fetchFacetCounts(
  attribute: string,
  session: Session,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const params = {
    ...session,
    query: "",
    hitsPerPage: 0,
    page: 0,
    facets: [attribute],
    maxValuesPerFacet: MOST_VALUES,
  };
  const asked = [{ indexName: "products", params }];
  const answer = await apiPost<Counted>("search", asked, signal && { signal });
  return new Map(Object.entries(answer.results[0]?.facets[attribute] ?? {}));
}

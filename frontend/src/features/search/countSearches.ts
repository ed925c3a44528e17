import { apiPost } from "../../lib/api";
import type { SearchState } from "../../lib/searchState";
import type { Session } from "../../lib/session";
import type { FilterData } from "../../lib/wire";
import { escapeFacetValue, indexOf } from "./parameters";

/** A search that only counts. */
function countRequest(state: SearchState, session: Session, data: FilterData) {
  const facetFilters = Object.entries(state.filters).map(([attribute, values]) =>
    values.map((value) => `${attribute}:${escapeFacetValue(value)}`),
  );
  return {
    indexName: indexOf(state.sort, data),
    params: { ...session, query: state.q, hitsPerPage: 0, page: 0, facets: [], facetFilters },
  };
}

/** How many products each of the searches would find, in one request. */
export async function countAll(
  states: readonly SearchState[],
  session: Session,
  data: FilterData,
  signal: AbortSignal,
): Promise<number[]> {
  if (states.length === 0) return [];
  const requests = states.map((state) => countRequest(state, session, data));
  const answer = await apiPost<{ results: { nbHits: number }[] }>("search", requests, { signal });
  return answer.results.map((result) => result.nbHits);
}

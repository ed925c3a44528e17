import { apiPost } from "../../lib/api";
import { readingParameters, type SearchState } from "../../lib/searchState";
import type { Session } from "../../lib/session";

export interface FacetHit {
  value: string;
  count: number;
}

interface FacetAnswer {
  results: { facetHits: FacetHit[] }[];
}

const MOST_HITS = 60;

/** The chosen values of the other filters; those of the searched one do not narrow it. */
function otherFilters(state: SearchState, attribute: string): string[][] {
  return Object.entries(state.filters)
    .filter(([key]) => key !== attribute)
    .map(([key, values]) => values.map((value) => `${key}:${value.replace(/^-/, "\\-")}`));
}

/** A facet-value search as design.md's search contract has it. */
export function facetRequest(attribute: string, text: string, state: SearchState, session: Session) {
  const facetFilters = otherFilters(state, attribute);
  const asked = { facetName: attribute, facetQuery: text, maxFacetHits: MOST_HITS, facetFilters };
  return {
    indexName: "products",
    params: { ...session, ...readingParameters(state), query: state.q, ...asked },
  };
}

export async function searchFacet(
  attribute: string,
  text: string,
  state: SearchState,
  session: Session,
  signal: AbortSignal,
): Promise<FacetHit[]> {
  const answer = await apiPost<FacetAnswer>("search", [facetRequest(attribute, text, state, session)], {
    signal,
  });
  return answer.results[0]?.facetHits ?? [];
}

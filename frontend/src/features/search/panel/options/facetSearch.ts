import { escapeFacetValue } from "../../engine/parameters";
import { searchFacetValues, type FacetHit, type FacetName, type Params } from "../../../../lib/api/search";
import { readingParameters, type SearchState } from "../../../../lib/search/searchState";
import type { Session } from "../../../../lib/visitor/session";

const MOST_HITS = 60;

/** The chosen values of the other filters; those of the searched one do not narrow it. */
function otherFilters(state: SearchState, attribute: string): string[][] {
  return Object.entries(state.filters)
    .filter(([key]) => key !== attribute)
    .map(([key, values]) => values.map((value) => `${key}:${escapeFacetValue(value)}`));
}

/** A facet-value search as design.md's search contract has it. */
export function facetRequest(
  attribute: FacetName,
  text: string,
  state: SearchState,
  session: Session,
): Params {
  const facetFilters = otherFilters(state, attribute);
  const facet = { facetName: attribute, facetQuery: text, maxFacetHits: MOST_HITS, facetFilters };
  return { ...session, ...readingParameters(state), query: state.q, ...facet };
}

export function searchFacet(
  attribute: FacetName,
  text: string,
  state: SearchState,
  session: Session,
  signal: AbortSignal,
): Promise<FacetHit[]> {
  return searchFacetValues(facetRequest(attribute, text, state, session), signal);
}

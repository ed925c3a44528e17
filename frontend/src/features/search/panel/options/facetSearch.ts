import { escapeFacetValue } from "../../../../lib/search/searchState";
import { searchFacetValues, type FacetHit, type FacetName, type Params } from "../../../../lib/api/search";
import { readingParameters, type SearchState } from "../../../../lib/search/searchState";
import type { Session } from "../../../../lib/visitor/session";

const MOST_HITS = 60;

/** All that is chosen, so that the text is read as the page reads it; the server leaves out the facet's own. */
function chosenFilters({ filters }: SearchState): string[][] {
  return Object.entries(filters).map(([key, values]) =>
    values.map((value) => `${key}:${escapeFacetValue(value)}`),
  );
}

/** A facet-value search as design.md's search contract has it. */
export function facetRequest(
  attribute: FacetName,
  text: string,
  state: SearchState,
  session: Session,
): Params {
  const facetFilters = chosenFilters(state);
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

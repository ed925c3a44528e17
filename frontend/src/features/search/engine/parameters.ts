import { DECLARED } from "../../../lib/declared";
import { escapeFacetValue, readingParameters, type SearchState } from "../../../lib/search/searchState";
import type { Session } from "../../../lib/visitor/session";
import type { FilterData, FilterType } from "../../../lib/api/wire";

/** The index of the default order (best match with text, newest first without); no page ends behind the window. */
export const { index: DEFAULT_INDEX, resultWindow: RESULT_WINDOW } = DECLARED;

/** The index of a sort in the URL; an unknown one is the default. */
export function indexOf(sort: string | null, data: FilterData): string {
  const index = sort === null ? DEFAULT_INDEX : `${DEFAULT_INDEX}_${sort}`;
  return data.sorts.some((option) => option.index === index) ? index : DEFAULT_INDEX;
}

function refinements(filters: readonly FilterType[], state: SearchState): Record<string, string[]> {
  return Object.fromEntries(
    filters.map(({ attribute }) => [attribute, (state.filters[attribute] ?? []).map(escapeFacetValue)]),
  );
}

/**
 * All of a search as InstantSearch's Configure takes it, from the URL, the session and the registry:
 * all filters' facets, whether their panel is open or not. One value is one request.
 */
export function searchParameters(
  state: SearchState,
  { currency, countryCode }: Session,
  data: FilterData,
  hitsPerPage: number,
) {
  return {
    index: indexOf(state.sort, data),
    query: state.q,
    page: Math.min(state.page, Math.floor(RESULT_WINDOW / Math.max(1, hitsPerPage))) - 1,
    hitsPerPage,
    maxValuesPerFacet: Math.max(...data.filters.map((filter) => filter.limit)),
    disjunctiveFacets: data.filters.map(({ attribute }) => attribute),
    disjunctiveFacetsRefinements: refinements(data.filters, state),
    attributesToHighlight: [], // the screen highlights no words
    currency,
    countryCode,
    ...readingParameters(state),
    // Newest first, where they are shown by brand: a page of as many brands as can be.
    ...(state.sort === null && state.q === "" && { brandsInTurn: true as const }),
    // Development mode requests hidden products too; the server returns them to operators alone.
    ...(__DEV_MODE__ && { devMode: true }),
  };
}

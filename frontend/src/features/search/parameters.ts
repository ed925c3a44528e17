import { DEV_MODE } from "../../lib/env";
import { readingParameters, type ReadingParameters, type SearchState } from "../../lib/searchState";
import type { Session } from "../../lib/session";
import type { FilterData, FilterType } from "../../lib/wire";

/** The index of the default order: best match with text, newest first without. */
export const DEFAULT_INDEX = "products";

/** The server's result window: no page ends behind it (design.md). */
const RESULT_WINDOW = 50_000;

/** What one search asks for, as InstantSearch's Configure takes it. Every key is always given. */
export interface SearchParameters extends ReadingParameters {
  index: string;
  query: string;
  /** Counts from 0. */
  page: number;
  hitsPerPage: number;
  maxValuesPerFacet: number;
  facets: string[];
  facetsRefinements: Record<string, string[]>;
  disjunctiveFacets: string[];
  disjunctiveFacetsRefinements: Record<string, string[]>;
  /** Nothing: the screen marks no words. */
  attributesToHighlight: string[];
  currency: string;
  countryCode: string;
  /** Development mode asks for hidden products too; the server gives them to operators alone. */
  devMode?: true;
}

/** A leading minus means "not" on the wire; a value that begins with one is escaped. */
export function escapeFacetValue(value: string): string {
  return value.replace(/^-/, "\\-");
}

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

function names(filters: readonly FilterType[]): string[] {
  return filters.map((filter) => filter.attribute);
}

/**
 * The whole of a search as one value, from the URL, the session and the registry: all filters'
 * facets, whether their panel is open or not. One value is one request.
 */
export function searchParameters(
  state: SearchState,
  { currency, countryCode }: Session,
  data: FilterData,
  hitsPerPage: number,
): SearchParameters {
  const and = data.filters.filter((filter) => filter.operator === "and");
  const or = data.filters.filter((filter) => filter.operator === "or");
  return {
    index: indexOf(state.sort, data),
    query: state.q,
    page: Math.min(state.page, Math.floor(RESULT_WINDOW / Math.max(1, hitsPerPage))) - 1,
    hitsPerPage,
    maxValuesPerFacet: Math.max(...data.filters.map((filter) => filter.limit)),
    facets: names(and),
    facetsRefinements: refinements(and, state),
    disjunctiveFacets: names(or),
    disjunctiveFacetsRefinements: refinements(or, state),
    attributesToHighlight: [],
    currency,
    countryCode,
    ...readingParameters(state),
    ...(DEV_MODE && { devMode: true }),
  };
}

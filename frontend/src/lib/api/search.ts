import { api, bodyOf } from "./client";
import {
  escapeFacetValue,
  inCurrency,
  parseSearch,
  readingParameters,
  type SearchState,
} from "../search/searchState";
import type { Session } from "../visitor/session";
import type { Hit } from "./wire";
import type { FacetHits, SearchRequest, SearchResult } from "./schema";

/** More than there are styles or categories; InstantSearch's own default is 10. */
const MOST_VALUES = 1000;

export type Params = NonNullable<SearchRequest["params"]>;
export type FacetName = NonNullable<Params["facetName"]>;
export type FacetHit = FacetHits["facetHits"][number];

type IndexName = SearchRequest["indexName"];

/** Searches in the default order unless another is given; the results come in the order of the requests. */
async function requestSearch(
  params: readonly Params[],
  signal?: AbortSignal,
  indexName: IndexName = "products",
): Promise<(SearchResult | FacetHits)[]> {
  const body = params.map((search): SearchRequest => ({ indexName, params: search }));
  const { results } = await bodyOf(api.POST("/api/search", { body, signal }));
  return results;
}

/** The products of each search. */
export async function searchHits(
  params: readonly Params[],
  signal: AbortSignal,
  order?: IndexName,
): Promise<Hit[][]> {
  const results = await requestSearch(params, signal, order);
  return results.map((result) => ("hits" in result ? result.hits : []));
}

/** How many products have all of each search; without those that are only similar. */
export async function countTotals(
  searches: readonly Params[],
  signal: AbortSignal,
): Promise<(number | null)[]> {
  if (searches.length === 0) return [];
  const results = await requestSearch(
    searches.map((params) => ({ ...params, hitsPerPage: 0, page: 0 })),
    signal,
  );
  return results.map((result) =>
    "nbHits" in result ? (result.understanding?.exact ?? result.nbHits) : null,
  );
}

/** A text, what is understood of it, and how many products have all of that. */
export interface Reading {
  text: string;
  parts: string;
  total: number;
}

export async function readTexts(
  texts: readonly string[],
  visitor: Session,
  signal: AbortSignal,
): Promise<Reading[]> {
  const searches = texts.map((query) => ({ ...visitor, query, hitsPerPage: 0, page: 0 }));
  const results = await requestSearch(searches, signal);
  return results.flatMap((result, index) => {
    if (!("nbHits" in result) || !result.understanding) return [];
    const { parts, exact } = result.understanding;
    return {
      text: texts[index] ?? "",
      parts: parts.map(({ label }) => label).join(", "),
      total: exact ?? result.nbHits,
    };
  });
}

/** A search with all that is chosen in it, as this visitor would see it. */
export function paramsOf(state: SearchState, { currency, countryCode }: Session): Params {
  const facetFilters = Object.entries(state.filters).map(([attribute, values]) =>
    values.map((value) => `${attribute}:${escapeFacetValue(value)}`),
  );
  return { ...readingParameters(state), query: state.q, facetFilters, currency, countryCode };
}

/** The search of an address for what came since (ms since 1970). */
export function newSince(address: string, since: number, session: Session): Params {
  const state = inCurrency(parseSearch(address), session.currency);
  return { ...paramsOf(state, session), numericFilters: [`createdAt>${Math.floor(since / 1000)}`] };
}

/** The values of a facet that hold the text. */
export async function searchFacetValues(params: Params, signal: AbortSignal): Promise<FacetHit[]> {
  const [result] = await requestSearch([params], signal);
  return result && "facetHits" in result ? result.facetHits : [];
}

/** How many products each value of a facet has for this visitor; those without any are not in it. */
export async function fetchFacetCounts(
  attribute: FacetName,
  visitor: Pick<Params, "currency" | "countryCode">,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const params: Params = {
    ...visitor,
    query: "",
    hitsPerPage: 0,
    page: 0,
    facets: [attribute],
    maxValuesPerFacet: MOST_VALUES,
  };
  const [result] = await requestSearch([params], signal);
  return new Map(Object.entries((result && "facets" in result && result.facets[attribute]) || {}));
}

import type { SearchResults } from "algoliasearch-helper";
import { DEFAULT_INDEX } from "./parameters";
import type { Orders } from "../../../lib/api/filterData";
import type { Hit, Understanding, ZeroResultSuggestion } from "../../../lib/api/wire";

/** The contents of an answer under the interface's names. */
export interface Facts {
  hits: readonly Hit[];
  /** Null until the first answer. */
  total: number | null;
  pages: number;
  pageSize: number;
  /** From 1; the page of these hits, which lags behind the URL while loading. */
  page: number;
  /** In a chosen order, which sections would regroup, and not by match or age. */
  sorted: boolean;
  counts: Record<string, Record<string, number>> | null;
  /** The order of the values of filters that have one of their own (sizes). */
  orders: Orders;
  /** How the text was read; null without one. */
  understanding: Understanding | null;
  /** Where to go from an empty answer. */
  suggestions: readonly ZeroResultSuggestion[];
}

export const NOTHING: Facts = {
  hits: [],
  total: null,
  pages: 0,
  pageSize: 0,
  page: 1,
  sorted: false,
  counts: null,
  orders: {},
  understanding: null,
  suggestions: [],
};

/** InstantSearch's flag of a placeholder, and the fields that only our server sends. */
type OurResults = SearchResults & {
  __isArtificial?: boolean;
  understanding?: Understanding | null;
  zeroResultSuggestions?: ZeroResultSuggestion[];
};

/** Where an answer carries orders, as Algolia's do. */
interface Ordering {
  renderingContent?: { facetOrdering?: { values?: Record<string, { order?: readonly string[] }> } };
}

/** A page of results, of InstantSearch or as the server sent it. */
interface ResultsPage extends Ordering {
  hits: readonly Hit[];
  nbHits: number;
  nbPages: number;
  hitsPerPage: number;
  page: number;
  index?: string | undefined;
  understanding?: Understanding | null | undefined;
  zeroResultSuggestions?: readonly ZeroResultSuggestion[] | undefined;
}

export function factsFrom(page: ResultsPage, counts: Facts["counts"]): Facts {
  return {
    hits: page.hits,
    total: page.nbHits,
    pages: page.nbPages,
    pageSize: page.hitsPerPage,
    page: page.page + 1,
    sorted: page.index !== DEFAULT_INDEX,
    counts,
    orders: ordersOf(page),
    understanding: page.understanding ?? null,
    suggestions: page.zeroResultSuggestions ?? [],
  };
}

function ordersOf({ renderingContent }: Ordering): Orders {
  const values = Object.entries(renderingContent?.facetOrdering?.values ?? {});
  return Object.fromEntries(values.map(([name, { order = [] }]) => [name, order]));
}

/** The facts of an answer; before the first one InstantSearch has an empty placeholder. */
export function factsOf(answered: SearchResults | undefined): Facts {
  const results = answered as OurResults | undefined;
  if (!results || results.__isArtificial) return NOTHING;
  const facets = [...results.disjunctiveFacets, ...results.facets];
  return factsFrom(
    results,
    Object.fromEntries(facets.map(({ name, data }) => [name, data as Record<string, number>])),
  );
}

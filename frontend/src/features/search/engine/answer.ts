import { createContext } from "react";
import { DEFAULT_INDEX } from "./parameters";
import type { Orders } from "../../../lib/api/catalogue";
import { inlinedState, type InlinedState, madeFor } from "../../../lib/api/inlined";
import type { SearchResult } from "../../../lib/api/schema";
import type { FilterData, Hit, Understanding, ZeroResultSuggestion } from "../../../lib/api/wire";
import { useProvided } from "../../../lib/hooks";
import type { Session } from "../../../lib/visitor/session";

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
  counts: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
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

/** The first result is the page; each further one counts a facet without that facet's own choice. */
export function factsOf([page, ...counted]: readonly SearchResult[]): Facts {
  if (page === undefined) return NOTHING;
  const orders = Object.entries(page.renderingContent?.facetOrdering.values ?? {});
  return {
    hits: page.hits,
    total: page.nbHits,
    pages: page.nbPages,
    pageSize: page.hitsPerPage,
    page: page.page + 1,
    sorted: page.index !== DEFAULT_INDEX,
    counts: Object.assign({}, page.facets, ...counted.map(({ facets }) => facets)) as Facts["counts"],
    orders: Object.fromEntries(orders.map(([name, { order }]) => [name, order])),
    understanding: page.understanding,
    suggestions: page.zeroResultSuggestions ?? [],
  };
}

/** Where the page was loaded; its answer is for this search and no other. */
const loadedSearch = window.location.search;

/**
 * The answer that the page came with. None for another search, for a visitor with another country or
 * currency, and in development mode, which requests hidden products too.
 */
export function initialResults(search: string, session: Session): InlinedState["search"] {
  if (__DEV_MODE__ || search !== loadedSearch) return undefined;
  return madeFor(inlinedState().search, session);
}

/** What the results and the filters show, and the state of the request for a newer answer. */
export interface Answer extends Omit<Facts, "counts"> {
  /** The filter registry, with the values that only an answer has. */
  data: FilterData;
  countsOf: (attribute: string) => Readonly<Record<string, number>> | null;
  /** There are no products of a search yet: nothing was answered, or counts for the panel alone. */
  isFirst: boolean;
  /** Slower than 200 ms, which the screen shows. */
  stalled: boolean;
  loading: boolean;
  error: Error | null;
  retry: () => void;
}

export const AnswerContext = createContext<Answer | null>(null);

/** The answer to the URL's search. */
export const useAnswer = () => useProvided(AnswerContext);

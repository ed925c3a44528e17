import type { SearchResults } from "algoliasearch-helper";
import type { Hit } from "../../lib/wire";

export interface Facts {
  hits: readonly Hit[];
  total: number | null;
  pages: number;
  pageSize: number;
  page: number;
  counts: Record<string, Record<string, number>> | null;
}

export const NOTHING: Facts = { hits: [], total: null, pages: 0, pageSize: 0, page: 1, counts: null };

type MaybeArtificial = SearchResults & { __isArtificial?: boolean };

/** The facts of an answer; before the first one InstantSearch makes an empty one up. */
export function factsOf(results: SearchResults | undefined): Facts {
  if (results === undefined || (results as MaybeArtificial).__isArtificial) return NOTHING;
  const facets = [...results.disjunctiveFacets, ...results.facets];
  return {
    hits: results.hits,
    total: results.nbHits,
    pages: results.nbPages,
    pageSize: results.hitsPerPage,
    page: results.page + 1,
    counts: Object.fromEntries(facets.map(({ name, data }) => [name, data as Record<string, number>])),
  };
}

/**
 * The shapes of the search calls, from the API's own document (schema.ts is made by `npm run types`),
 * under the names the interface uses.
 */
import type { filledHit, filledLanding } from "./hits";
import type { SearchResult } from "./schema";

export type {
  Filters as FilterData,
  FilterOption,
  /** A filter of the registry; several of its values are always one OR another. */
  Filter as FilterType,
  Suggestions,
  Understanding,
} from "./schema";

export type ZeroResultSuggestion = Omit<
  NonNullable<SearchResult["zeroResultSuggestions"]>[number],
  "hits"
> & { hits?: Hit[] };

export type Hit = ReturnType<typeof filledHit>;
export type Sibling = Hit["siblings"][number];
export type HitImage = Hit["images"][number];

/** The answer to a search: the page, then each chosen facet's counts without its own choice. */
export interface FilledAnswer {
  results: (Omit<SearchResult, "hits" | "zeroResultSuggestions"> & {
    hits: Hit[];
    zeroResultSuggestions?: ZeroResultSuggestion[];
  })[];
}

export type Landing = ReturnType<typeof filledLanding>;
export type Carousel = Landing["carousels"][number];
/** Amounts by currency: of a search those in its request's currency, of the landing all. */
export type Amounts = NonNullable<Hit["price"]>;

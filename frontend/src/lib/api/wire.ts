/**
 * The shapes of the search calls, from the API's own document (schema.ts is generated; `npm run types
 * -- <openapi.json>`), under the names the interface uses.
 */
import type { OMITTED } from "./hits";
import type { Filter, Filters, Hit as SentHit, Landing as SentLanding, SearchResult } from "./schema";

export type { FilterOption, Suggestions, Understanding } from "./schema";

export type Way = NonNullable<SearchResult["ways"]>[number];
export type Sibling = Required<NonNullable<SentHit["siblings"]>[number]>;
export type HitImage = Required<NonNullable<SentHit["images"]>[number]>;

/** What the server may leave out of a hit; `filledHit` (hits.ts) says what that means. */
type Omitted = keyof typeof OMITTED | "storeName" | "category";

/** A filled hit. */
export type Hit = Omit<SentHit, Omitted | "images" | "siblings"> &
  Required<Pick<SentHit, Omitted>> & { images: HitImage[]; siblings: Sibling[] };

/** The answer to a search: the page, then each chosen facet's counts without its own choice. */
export interface FilledAnswer {
  results: (Omit<SearchResult, "hits"> & { hits: Hit[] })[];
}

export type Carousel = Omit<SentLanding["carousels"][number], "hits"> & { hits: Hit[] };
export interface Landing {
  carousels: Carousel[];
}
/** Amounts by currency: of a search those in the currency it asked for, of the landing all. */
export type Amounts = NonNullable<Hit["price"]>;
export type CurrencyKey = keyof Amounts;

/** A filter of the registry; several of its values are always one OR another. */
export type FilterType = Filter;
export type FilterData = Filters;

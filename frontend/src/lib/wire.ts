/**
 * The shapes of the search calls, from the API's own document (api-schema.ts is generated; `npm run
 * types -- <openapi.json>`), under the names the interface uses.
 */
import type { Filter, Filters, Hit, Landing, SearchResult } from "./api-schema";

export type { FilterOption, Hit, Landing, Suggestions, Understanding } from "./api-schema";

export type Way = NonNullable<SearchResult["ways"]>[number];
export type Carousel = Landing["carousels"][number];
export type Sibling = Hit["siblings"][number];
export type HitImage = Hit["images"][number];
export type Amounts = NonNullable<Hit["price"]>;
export type CurrencyKey = keyof Amounts;
export type FilterKind = Filter["kind"];

/** The registry's attributes grow by a line of the server's: none is special by its name here. */
export type FilterType = Omit<Filter, "attribute" | "operator"> & {
  attribute: string;
  operator: "or" | "and";
};

export type FilterData = Omit<Filters, "filters"> & { filters: FilterType[] };

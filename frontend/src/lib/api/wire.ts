import type { Hit, Landing, ProductView, SearchResult } from "./schema";

/**
 * The shapes of the search calls, from the API's own document (schema.ts is made by `npm run types`),
 * under the names the interface uses. A hit lacks what is false, null or empty.
 */

export type {
  Filters as FilterData,
  FilterOption,
  /** A filter of the registry; several of its values are always one OR another. */
  Filter as FilterType,
  Hit,
  HitImage,
  Landing,
  ProductView,
  Sibling,
  Suggestions,
  Understanding,
} from "./schema";

export type ZeroResultSuggestion = NonNullable<SearchResult["zeroResultSuggestions"]>[number];
export type Carousel = Landing["carousels"][number];
/** Amounts by currency: of a search those in its request's currency, of the landing all. */
export type Amounts = NonNullable<Hit["price"]>;
export type PriceHistory = ProductView["history"];
export type PriceStep = PriceHistory["steps"][number];

/** A product's store; a tile names it only where it is not the brand. */
export const storeOf = ({ storeName, brand }: Pick<Hit, "storeName" | "brand">) => storeName ?? brand;

/** A view, and whom it was made for. */
export interface MadeView {
  currency: string;
  countryCode: string;
  view: ProductView;
}

import type {
  Hit as SentHit,
  HitAttributes,
  Landing as SentLanding,
  ProductView as SentView,
  SearchResult,
} from "./schema";

/**
 * The shapes of the search calls, from the API's own document (schema.ts is made by `npm run types`),
 * under the names the interface uses.
 */

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

/** What the server leaves out of a hit (app/search/wire/response.py), and what that means. */
const OMITTED = {
  href: null,
  imageBg: false,
  needExternalTranslate: false,
  saMade: false,
  unisex: false,
  soldOut: false,
  viaProxy: false,
  price: null,
  storePrice: null,
  ordinaryPrice: null,
  priceBefore: null,
  measured: false,
  colour: [] as string[],
  colourText: null,
  similar: false,
  attributes: {} as HitAttributes,
};

/** "a/b/c" with its ancestors, parents first. */
function lineage(slug: string): string[] {
  const parts = slug.split("/");
  return parts.map((_, depth) => parts.slice(0, depth + 1).join("/"));
}

const OMITTED_OF_SIBLING = {
  groupKey: "",
  colour: null,
  colourText: null,
  href: null,
  image: null,
  price: null,
  storePrice: null,
  ordinaryPrice: null,
  priceBefore: null,
  measured: false,
  soldOut: false,
};

/** A hit with every field that a tile reads. */
export function filledHit(sent: SentHit) {
  const { brand: storeName, name, images = [], siblings = [], category = [], offers = null } = sent;
  return {
    ...OMITTED,
    storeName,
    ...sent,
    category: [...new Set(category.flatMap(lineage))],
    offers,
    images: images.map((image) => ({ width: null, height: null, ...image })),
    siblings: siblings.map((sibling) => ({ ...OMITTED_OF_SIBLING, name, ...sibling })),
  };
}

interface WithHits {
  hits?: SentHit[];
}

interface SentAnswer {
  results: (WithHits & { zeroResultSuggestions?: WithHits[] })[];
}

function withFilledHits<Sent extends WithHits>(sent: Sent) {
  return sent.hits ? { ...sent, hits: sent.hits.map(filledHit) } : sent;
}

/** A search's answer with filled hits; results of other kinds (facet values) are left alone. */
export function filledAnswer<Answer>(sent: Answer): Answer {
  const { results } = sent as SentAnswer;
  const filled = results.map((result) => ({
    ...withFilledHits(result),
    ...(result.zeroResultSuggestions && {
      zeroResultSuggestions: result.zeroResultSuggestions.map(withFilledHits),
    }),
  }));
  return { ...sent, results: filled };
}

export function filledLanding(sent: SentLanding) {
  return { carousels: sent.carousels.map((row) => ({ ...row, hits: row.hits.map(filledHit) })) };
}

export function filledView(sent: SentView) {
  return { ...sent, product: filledHit(sent.product), similar: sent.similar.map(filledHit) };
}

/** A product with all that is known of it, amounts of its history in the visitor's currency. */
export type ProductView = ReturnType<typeof filledView>;
export type PriceHistory = ProductView["history"];
export type PriceStep = PriceHistory["steps"][number];

/** A view, and whom it was made for. */
export interface MadeView {
  currency: string;
  countryCode: string;
  view: ProductView;
}

import type { Health } from "../lib/api/schema";
import type {
  FilterData,
  FilterOption,
  FilterType,
  Hit,
  ProductView,
  Sibling,
  Understanding,
} from "../lib/api/wire";

export function filterOf(attribute: FilterType["attribute"], extra: Partial<FilterType> = {}): FilterType {
  return {
    attribute,
    label: attribute.charAt(0).toUpperCase() + attribute.slice(1),
    kind: "list",
    operator: "or",
    searchable: false,
    limit: 100,
    optional: false,
    options: [],
    ...extra,
  };
}

export function optionOf(value: string, label: string, extra: Partial<FilterOption> = {}): FilterOption {
  return { value, label, order: 0, ...extra };
}

const SORTS = ["created_desc", "created_asc", "price_desc", "price_asc", "name_asc", "name_desc"];

/** A small filter registry for tests. */
export const FILTER_DATA: FilterData = {
  filters: [
    filterOf("category", {
      kind: "tree",
      limit: 500,
      options: [
        optionOf("women", "Women", { parent: null }),
        optionOf("women/dresses", "Dresses", { parent: "women" }),
        optionOf("home", "Home", { parent: null, order: 1 }),
      ],
    }),
    filterOf("colour", {
      kind: "swatch",
      options: [
        optionOf("red", "Red", { swatch: "#f00" }),
        optionOf("multi", "Multi", { order: 1, swatch: "#000" }),
      ],
    }),
    filterOf("price", { kind: "bands" }),
    filterOf("brand", { searchable: true }),
    filterOf("gender", { options: [optionOf("men", "Men's")] }),
    filterOf("saOnly", {
      kind: "switch",
      label: "South Africa only",
      options: [optionOf("true", "South Africa only")],
    }),
  ],
  sorts: [
    { index: "products", label: "Best match", key: "", direction: "desc" },
    ...SORTS.map((sort) => ({ index: `products_${sort}`, label: sort, key: "", direction: "desc" as const })),
  ],
  currencies: [],
  priceBands: {
    ZAR: [
      { value: "0-500", label: "Under R 500", min: 0, max: 500 },
      { value: "500-1000", label: "R 500 – R 1 000", min: 500, max: 1000 },
    ],
    EUR: [{ value: "0-35", label: "Under €35", min: 0, max: 35 }],
  },
  rates: { EUR: 1, USD: 1.1, ZAR: 20 },
  pageSizes: { search: 126, flat: 72, grouped: 100, carousel: 10 },
  carousels: [],
  lists: {},
};

export function readOf(extra: Partial<Understanding>): Understanding {
  return {
    parts: [],
    used: "",
    corrections: [],
    ignored: [],
    wished: [],
    exact: null,
    near: false,
    elsewhere: [],
    nearest: null,
    gift: false,
    ...extra,
  };
}

export function hitOf(id: number, extra: Partial<Hit> = {}): Hit {
  return {
    objectID: String(id),
    productId: id,
    brandId: 3,
    groupKey: `g-${id}`,
    name: `Linen wrap dress ${id}`,
    brand: "Karoo Cotton",
    store: "karoo-cotton",
    storeName: "Karoo Cotton",
    storeSite: "https://karoo.example",
    href: `https://karoo.example/p/${id}`,
    images: [
      { url: `/media/${id}-a.webp`, width: 600, height: 800 },
      { url: `/media/${id}-b.webp`, width: 600, height: 800 },
    ],
    price: { zar: 899, eur: 44.1, usd: 48 },
    category: ["women", "women/dresses"],
    colour: ["blue"],
    style: [],
    shipsFrom: "ZA",
    shipsFromName: "South Africa",
    createdAt: 1767225600,
    gender: ["women"],
    popularity: 0,
    priceBand: { zar: "500-1000", eur: "35-60", usd: "35-60" },
    shipsTo: ["ZA"],
    stock: "in-stock",
    type: "new",
    visible: true,
    ...extra,
  };
}

/** Another colour of a product. */
export function siblingOf(id: number, extra: Partial<Sibling> = {}): Sibling {
  const { productId, groupKey, name, href, price } = hitOf(id);
  const unreduced = { storePrice: null, ordinaryPrice: null, priceBefore: null, measured: false };
  const shown = { image: null, soldOut: false, colour: "blue", colourText: null };
  return { productId, groupKey, name, href, price, ...unreduced, ...shown, ...extra };
}

const HISTORY: ProductView["history"] = {
  today: "2026-06-01",
  readDays: 0,
  steps: [],
  everywhere: [],
  changes: [],
  words: [],
};

/** All that is known of a product, which is little. */
export function viewOf(
  product: Hit,
  {
    history,
    ...extra
  }: Omit<Partial<ProductView>, "history"> & { history?: Partial<ProductView["history"]> } = {},
): ProductView {
  return {
    product,
    path: `/product/linen-wrap-dress-${product.productId}-${product.productId}`,
    way: [],
    gone: false,
    lastSeen: "2026-06-01T08:00:00+00:00",
    delivery: null,
    offers: [],
    history: { ...HISTORY, ...history },
    identifiers: [],
    sizes: [],
    similar: [],
    ...extra,
  };
}

export const HEALTH: Health = {
  status: "ok",
  parts: {},
  documents: 12,
  index: { state: "ok", waiting: 0, refused: 0, message: "", checked: null, incident: null },
  worker: { state: "ok", failing: [], pulse: 3, message: "", browsersHeld: null },
  outbox: { state: "ok", pending: 0, oldest: 0 },
};

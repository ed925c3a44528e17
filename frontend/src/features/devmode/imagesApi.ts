import { apiGet, apiPost } from "../../lib/api";
import { operatorInit } from "../../lib/operator";
import type { Currency } from "../../lib/session";
import type { Hit, HitImage } from "../../lib/wire";

export interface BrandRow {
  id: number;
  name: string;
  isActive: boolean;
}

/** An image of a product group; `url` is null where the product has none (design.md). */
type GroupImage = Omit<HitImage, "url"> & { url: string | null };
type Group = Omit<Hit, "images"> & { images: GroupImage[] };

export interface FlatQuery {
  categories: readonly number[];
  colours: readonly number[];
  styles: readonly number[];
  currency: Currency;
  page: number;
}

export interface FlatPage {
  hits: Hit[];
  total: number;
}

export const FLAT_PAGE_SIZE = 72;

function hasUrl(image: GroupImage): image is HitImage {
  return image.url !== null;
}

/** A product group as a hit: the entry that stands for "no image" goes. */
export function toHit(group: Group): Hit {
  return { ...group, images: group.images.filter(hasUrl) };
}

export function fetchBrands(signal: AbortSignal): Promise<BrandRow[]> {
  return apiGet<BrandRow[]>("brands", operatorInit(signal));
}

function entries(ids: readonly number[]) {
  return ids.map((id) => ({ id, selected: true }));
}

/** One brand's products, narrowed (POST images, or images/all without a filter). */
export async function fetchBrandHits(
  brandId: number,
  categories: readonly number[],
  colours: readonly number[],
  signal: AbortSignal,
): Promise<Hit[]> {
  const narrowed = categories.length > 0 || colours.length > 0;
  const filters = { filteredCategories: entries(categories), filteredColors: entries(colours) };
  const path = narrowed ? "images" : "images/all";
  const groups = await apiPost<Group[]>(path, { brandId, ...(narrowed && filters) }, operatorInit(signal));
  return groups.map(toHit);
}

/** One page of the flat view (POST images/allFlat). */
export async function fetchFlat(query: FlatQuery, signal: AbortSignal): Promise<FlatPage> {
  const body = {
    pageSize: FLAT_PAGE_SIZE,
    pageNumber: query.page,
    sortKey: "createdAt",
    sortDirection: "desc",
    filteredCategories: entries(query.categories),
    filteredColors: entries(query.colours),
    styles: query.styles,
    currency: query.currency,
    devMode: true,
  };
  const answer = await apiPost<{ products: Group[]; totalItems: number }>(
    "images/allFlat",
    body,
    operatorInit(signal),
  );
  return { hits: answer.products.map(toHit), total: answer.totalItems };
}

export interface Edit {
  finalCategoryId?: number | null;
  finalColorId?: number | null;
  unisex?: boolean;
  switchOrder?: boolean;
}

/** Sets curated values; answers the server's words for the toast. */
export function saveEdit(hit: Hit, edit: Edit): Promise<string> {
  const body = { productId: hit.productId, brandId: hit.brandId, groupKey: hit.groupKey, ...edit };
  return apiPost<string>("images/save", body, operatorInit());
}

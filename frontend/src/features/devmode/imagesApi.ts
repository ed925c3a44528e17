import { bodyOf } from "../../lib/api/client";
import type { Hit } from "../../lib/api/wire";
import { load, operatorApi, postAsOperator } from "../../lib/api/operator";
import type { BrandSummary, ImageSave, ProductGroup } from "../../lib/api/schema";
import type { Currency } from "../../lib/visitor/session";

export type BrandRow = Pick<BrandSummary, "id" | "name" | "isActive">;

interface FlatQuery {
  categories: readonly number[];
  colours: readonly number[];
  styles: readonly number[];
  currency: Currency;
  page: number;
}

export const FLAT_PAGE_SIZE = 72;

/** A product group as a hit, without the entry that means "no image" (design.md). */
function toHit({ images = [], ...group }: ProductGroup): Hit {
  const shown = images.flatMap(({ imageUrl, imageWidth, imageHeight }) =>
    imageUrl === null ? [] : [{ url: imageUrl, width: imageWidth, height: imageHeight }],
  );
  return { ...group, images: shown };
}

export const BRANDS = load("/api/brands", {});

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
  const groups = narrowed
    ? operatorApi.POST("/api/images", { body: { brandId, ...filters }, signal })
    : operatorApi.POST("/api/images/all", { body: { brandId }, signal });
  return (await bodyOf(groups)).map(toHit);
}

/** One page of the flat view (POST images/allFlat). */
export async function fetchFlat(query: FlatQuery, signal: AbortSignal) {
  const body = {
    pageSize: FLAT_PAGE_SIZE,
    pageNumber: query.page,
    sortKey: "createdAt" as const,
    sortDirection: "desc" as const,
    filteredCategories: entries(query.categories),
    filteredColors: entries(query.colours),
    styles: [...query.styles],
    currency: query.currency,
    devMode: true,
  };
  const { products, totalItems } = await bodyOf(operatorApi.POST("/api/images/allFlat", { body, signal }));
  return { hits: products.map(toHit), total: totalItems };
}

export type Edit = Pick<ImageSave, "finalCategoryId" | "finalColorId" | "unisex" | "switchOrder">;

/** Sets curated values; resolves with the server's text for the toast. */
export function saveEdit(hit: Hit, edit: Edit): Promise<string> {
  const body = { productId: hit.productId, brandId: hit.brandId, groupKey: hit.groupKey, ...edit };
  return postAsOperator("/api/images/save", { body });
}

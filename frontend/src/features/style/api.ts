import { apiGet, apiPost } from "../../lib/api";
import type { Count, Style, StyleBrand } from "../../lib/api-schema";

export type { Style, StyleBrand };

export function fetchStyles(signal: AbortSignal): Promise<Style[]> {
  return apiGet<Style[]>("styles", { signal });
}

export function fetchStyle(id: string, signal: AbortSignal): Promise<Style> {
  return apiGet<Style>(`styles/${encodeURIComponent(id)}`, { signal });
}

export function fetchStyleBrands(id: string, signal: AbortSignal): Promise<StyleBrand[]> {
  return apiGet<StyleBrand[]>(`brands/getByStyleId/${encodeURIComponent(id)}`, { signal });
}

/** How many products carry one of the styles (spec §7, images/getCount). */
export async function countStyleProducts(ids: readonly number[], signal: AbortSignal): Promise<number> {
  const answer = await apiPost<Count[]>("images/getCount", { styles: ids }, { signal });
  return answer[0]?.count ?? 0;
}

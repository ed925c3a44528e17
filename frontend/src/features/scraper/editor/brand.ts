import type { BrandPageRow } from "../../../lib/api/schema";
import { bodyOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator";

type Row = Partial<BrandPageRow>;
type PageRow = Pick<Row, "pageId" | "pageUrl" | "productCategory" | "color" | "customClickSelector">;

/** A stored brand as the brand form reads it. */
type KnownBrand = Omit<Row, "styles"> & { styles: readonly number[]; pages: readonly PageRow[] };

function pageOf({ pageId, pageUrl, productCategory, color, customClickSelector }: Row): PageRow {
  return { pageId, pageUrl, productCategory, color, customClickSelector };
}

/** One brand from its page rows (spec §7: brand fields plus those of a page, a row for each page). */
export function brandFromRows(rows: readonly Row[], styleIds: readonly number[]): KnownBrand {
  const [first = {}] = rows;
  return { ...first, styles: styleIds, pages: rows.filter(({ pageUrl }) => pageUrl).map(pageOf) };
}

/** A stored brand with its pages and styles. */
export async function fetchBrand(id: number, signal?: AbortSignal): Promise<KnownBrand> {
  const options = { params: { path: { brand_id: id } }, signal: signal ?? null };
  const [rows, links] = await Promise.all([
    bodyOf(operatorApi.GET("/api/brands/{brand_id}", options)),
    bodyOf(operatorApi.GET("/api/styles/getBrandStyles/{brand_id}", options)),
  ]);
  return brandFromRows(
    rows,
    links.map(({ styleId }) => styleId),
  );
}

/** A brand to start another one from: the same configuration under a name of its own. */
export function copied(brand: KnownBrand): KnownBrand {
  return {
    ...brand,
    name: `${brand.name ?? ""} (copy)`,
    pages: brand.pages.map((page) => ({ ...page, pageId: null })),
  };
}

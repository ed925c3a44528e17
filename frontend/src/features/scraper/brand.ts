import { apiGet } from "../../lib/api";
import { operatorInit } from "../../lib/operator";

type Row = Record<string, unknown>;

const PAGE_FIELDS = ["pageId", "pageUrl", "productCategory", "color", "customClickSelector"] as const;

function pageOf(row: Row): Row {
  return Object.fromEntries(PAGE_FIELDS.map((name) => [name, row[name]]));
}

/** One brand from its page rows (spec §7: brand fields plus those of a page, a row for each page). */
export function brandFromRows(rows: readonly Row[], styleIds: readonly number[]): Row {
  const [first = {}] = rows;
  const pages = rows.filter((row) => typeof row.pageUrl === "string" && row.pageUrl !== "");
  return { ...first, styles: styleIds, pages: pages.map(pageOf) };
}

/** A stored brand with its pages and styles, as the brand form reads it. */
export async function fetchBrand(id: number, signal?: AbortSignal): Promise<Row> {
  const [rows, links] = await Promise.all([
    apiGet<Row[]>(`brands/${id}`, operatorInit(signal)),
    apiGet<{ styleId: number }[]>(`styles/getBrandStyles/${id}`, operatorInit(signal)),
  ]);
  return brandFromRows(
    rows,
    links.map(({ styleId }) => styleId),
  );
}

/** A brand to start another one from: the same configuration under a name of its own. */
export function copied(brand: Row): Row {
  const pages = Array.isArray(brand.pages) ? (brand.pages as Row[]) : [];
  return {
    ...brand,
    name: `${String(brand.name)} (copy)`,
    pages: pages.map((page) => ({ ...page, pageId: null })),
  };
}

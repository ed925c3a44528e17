import type { BrandName, HistoryRecord } from "./wire";

/** The length of a JSON-encoded list of ids; 0 where it cannot be read. */
export function countIds(encoded: string | readonly number[] | null | undefined): number {
  if (Array.isArray(encoded)) return encoded.length;
  if (typeof encoded !== "string") return 0;
  try {
    const ids: unknown = JSON.parse(encoded);
    return Array.isArray(ids) ? ids.length : 0;
  } catch {
    return 0;
  }
}

/** What the client derives from a record (spec §3, history record). */
export interface RunCounts {
  newImageCount: number;
  deletedImageCount: number;
  foundImageCount: number;
  foundGroupCount: number;
}

export function countsOf(record: HistoryRecord): RunCounts {
  return {
    newImageCount: countIds(record.newImageIds),
    deletedImageCount: countIds(record.deletedImageIds),
    foundImageCount: countIds(record.foundImageIds),
    foundGroupCount: countIds(record.foundGroupIds),
  };
}

/** A run of all brands has no brand; a brand that is gone shows its id. */
export function brandNameOf(record: HistoryRecord, brands: readonly BrandName[]): string {
  if (record.brandId === null) return "All brands";
  const brand = brands.find(({ id }) => id === record.brandId);
  return brand?.name ?? `Brand ${record.brandId}`;
}

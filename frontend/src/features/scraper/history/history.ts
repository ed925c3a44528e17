import type { Acceptance } from "../../../lib/api/schema";
import type { BrandName, HistoryRecord } from "../api/wire";

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

export function productCount(count: number): string {
  return count === 1 ? "1 product" : `${count} products`;
}

export function pageCount(count: number): string {
  return count === 1 ? "1 page" : `${count} pages`;
}

/** What accepting a run would do, a line each, what takes most away first. */
export function effectLines({ hides, adds, changes, prices }: Acceptance): string[] {
  const lines = [
    hides > 0 && `${productCount(hides)} that it did not see will be hidden at once`,
    adds > 0 && `${productCount(adds)} will be added or come back`,
    changes > 0 && `${productCount(changes)} will change, ${prices} of them in price`,
  ].filter((line) => line !== false);
  return lines.length > 0 ? lines : ["No product is hidden, added or changed"];
}

/** Why a run did not succeed, without its failed pages, which are listed one by one. */
export function reasonOf({ failureReason, failedPages }: HistoryRecord): string {
  const rest = failedPages.reduce(
    (text, { pageUrl, reason }) => text.replaceAll(`${pageUrl}: ${reason}`, ""),
    failureReason ?? "",
  );
  const parts = rest
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);
  const words = parts.join("; ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A run of all brands has no brand; a brand that is gone shows its id. */
export function brandNameOf(record: HistoryRecord, brands: readonly BrandName[]): string {
  if (record.brandId === null) return "All brands";
  const brand = brands.find(({ id }) => id === record.brandId);
  return brand?.name ?? `Brand ${record.brandId}`;
}

import { listIn } from "../../../lib/visitor/storage";
import type { BrandName, HistoryRecord } from "../api/wire";

/** The length of a JSON-encoded list of ids; 0 where it cannot be read. */
function countIds(encoded: string): number {
  return listIn(encoded, (id): id is unknown => id !== undefined).length;
}

/** What the client derives from a record (spec §3, history record). */
export function countsOf(record: HistoryRecord) {
  return {
    newImageCount: countIds(record.newImageIds),
    deletedImageCount: countIds(record.deletedImageIds),
    foundImageCount: countIds(record.foundImageIds),
    foundGroupCount: countIds(record.foundGroupIds),
  };
}

/** "1 page", "1200 pages". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
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

/** A run of all brands has no brand; a deleted brand shows its id. */
export function brandNameOf(record: HistoryRecord, brands: readonly BrandName[]): string {
  if (record.brandId === null) return "All brands";
  const brand = brands.find(({ id }) => id === record.brandId);
  return brand?.name ?? `Brand ${record.brandId}`;
}

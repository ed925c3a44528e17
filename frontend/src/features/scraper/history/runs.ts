import type { BrandSummary, HistoryRecord } from "../../../lib/api/schema";
import { listIn } from "../../../lib/visitor/storage";

export type BrandName = Pick<BrandSummary, "id" | "name">;

/** The length of a JSON-encoded list of ids (spec §3, history record); 0 where it cannot be read. */
export function countIds(encoded: string): number {
  return listIn(encoded, (id): id is unknown => id !== undefined).length;
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
  const parts = rest.split(";").map((part) => part.trim());
  const words = parts.filter(Boolean).join("; ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A run of all brands has no brand; a deleted brand shows its id. */
export function brandNameOf({ brandId }: HistoryRecord, brands: readonly BrandName[]): string {
  if (brandId === null) return "All brands";
  return brands.find(({ id }) => id === brandId)?.name ?? `Brand ${brandId}`;
}

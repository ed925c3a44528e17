import { bodyOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator/api";
import type {
  BrandInput,
  BrandOverview,
  BrandPageRow,
  BrandSaved,
  BrandStyle,
  BrandSubmission,
  BrandSummary,
  ScheduleTimes,
} from "../../../lib/api/schema";

export function fetchBrandNames(signal: AbortSignal): Promise<BrandSummary[]> {
  return bodyOf(operatorApi.GET("/api/brands", { signal }));
}

/** All brands with their state, last and next run. */
export function fetchOverview(signal: AbortSignal): Promise<BrandOverview[]> {
  return bodyOf(operatorApi.GET("/api/brands/overview", { signal }));
}

export function setBrandActive(brandId: number, isActive: boolean): Promise<BrandSaved> {
  return bodyOf(operatorApi.POST("/api/brands/setActive", { body: { brandId, isActive } }));
}

/** A brand's fields with those of a page, a row for each page (spec §7). */
export function fetchPageRows(id: number, signal?: AbortSignal): Promise<BrandPageRow[]> {
  return bodyOf(operatorApi.GET("/api/brands/{brand_id}", { params: { path: { brand_id: id } }, signal }));
}

export function fetchBrandStyles(id: number, signal?: AbortSignal): Promise<BrandStyle[]> {
  const params = { path: { brand_id: id } };
  return bodyOf(operatorApi.GET("/api/styles/getBrandStyles/{brand_id}", { params, signal }));
}

export function saveBrand(body: BrandInput): Promise<BrandSaved> {
  return bodyOf(operatorApi.POST("/api/brands/add", { body }));
}

export function restoreVersion(versionId: number): Promise<BrandSaved> {
  return bodyOf(operatorApi.POST("/api/brands/restore", { body: { versionId } }));
}

/** When a brand would be scraped by a schedule that is not saved. Throws what is wrong with it. */
export function fetchSchedule(
  { hours, cron, brandId }: { hours: string; cron: string; brandId: number | null },
  signal: AbortSignal,
): Promise<ScheduleTimes> {
  const query = { hours: hours.trim(), cron: cron.trim(), ...(brandId !== null && { brandId }) };
  return bodyOf(operatorApi.GET("/api/brands/schedule", { params: { query }, signal }));
}

export function fetchSubmissions(signal: AbortSignal): Promise<BrandSubmission[]> {
  return bodyOf(operatorApi.GET("/api/brands/submissions", { signal }));
}

export function decideSubmission(id: number, state: BrandSubmission["state"]): Promise<BrandSubmission> {
  const params = { path: { submission_id: id } };
  return bodyOf(operatorApi.POST("/api/brands/submissions/{submission_id}", { params, body: { state } }));
}

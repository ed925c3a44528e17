import { apiGet, apiPost } from "../../lib/api";
import type { BrandOverview, BrandSaved, BrandVersion, ScheduleTimes } from "../../lib/api-schema";
import { operatorInit } from "../../lib/operator";

export type { BrandOverview, BrandVersion, ScheduleTimes };
export type BrandRun = BrandOverview["trend"][number];
export type FieldChange = BrandVersion["changes"][number];

/** All brands with their state, last and next run. */
export function fetchOverview(signal: AbortSignal): Promise<BrandOverview[]> {
  return apiGet("brands/overview", operatorInit(signal));
}

export function setBrandActive(brandId: number, isActive: boolean): Promise<BrandSaved> {
  return apiPost("brands/setActive", { brandId, isActive }, operatorInit());
}

export function fetchVersions(brandId: number, signal: AbortSignal): Promise<BrandVersion[]> {
  return apiGet(`brands/${brandId}/versions`, operatorInit(signal));
}

export function restoreVersion(versionId: number): Promise<BrandSaved> {
  return apiPost("brands/restore", { versionId }, operatorInit());
}

/** When a brand would be scraped by a schedule that is not saved. Throws what is wrong with it. */
export function fetchSchedule(
  schedule: { hours: string; cron: string; brandId: number | null },
  signal: AbortSignal,
): Promise<ScheduleTimes> {
  const params = new URLSearchParams({ hours: schedule.hours.trim(), cron: schedule.cron.trim() });
  if (schedule.brandId !== null) params.set("brandId", String(schedule.brandId));
  return apiGet(`brands/schedule?${params}`, operatorInit(signal));
}

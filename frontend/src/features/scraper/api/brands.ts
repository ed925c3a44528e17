import { bodyOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator/api";
import type {
  BrandHoldings,
  BrandInput,
  BrandPageRow,
  BrandSaved,
  BrandStyle,
  BrandSubmission,
  BrandSummary,
  paths,
  ScheduleTimes,
  Starting,
} from "../../../lib/api/schema";

export function fetchBrandNames(signal: AbortSignal): Promise<BrandSummary[]> {
  return bodyOf(operatorApi.GET("/api/brands", { signal }));
}

type OverviewQuery = NonNullable<paths["/api/brands/overview"]["get"]["parameters"]["query"]>;
export type Shown = NonNullable<OverviewQuery["show"]>;

export interface BrandQuery {
  page: number;
  pageSize: number;
  text: string;
  show: Shown | "";
}

/** A page of the brands with their state, last and next run; the total comes in a header. */
export async function fetchOverview({ page, pageSize, text, show }: BrandQuery, signal: AbortSignal) {
  const query = { page, pageSize, ...(text && { text }), ...(show && { show }) };
  const { data: brands = [], response } = await operatorApi.GET("/api/brands/overview", {
    params: { query },
    signal,
  });
  return { brands, total: Number(response.headers.get("X-Total-Count") ?? brands.length) };
}

/** How many brands starting all would start, and leave out. */
export function fetchStarting(signal: AbortSignal): Promise<Starting> {
  return bodyOf(operatorApi.GET("/api/brands/starting", { signal }));
}

export function setBrandActive(brandId: number, isActive: boolean): Promise<BrandSaved> {
  return bodyOf(operatorApi.POST("/api/brands/setActive", { body: { brandId, isActive } }));
}

/** What a brand has, in numbers: what disabling or archiving hides, and deleting removes. */
export function fetchHoldings(id: number, signal: AbortSignal): Promise<BrandHoldings> {
  const params = { path: { brand_id: id } };
  return bodyOf(operatorApi.GET("/api/brands/{brand_id}/holdings", { params, signal }));
}

export type Leaving = "archive" | "bringBack" | "delete";

export async function moveBrand(brandId: number, call: Leaving): Promise<string> {
  return (await bodyOf(operatorApi.POST(`/api/brands/${call}`, { body: { brandId } }))).message;
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

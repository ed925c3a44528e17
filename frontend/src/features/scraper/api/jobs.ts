import { bodyOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator/api";
import type { BrandInput, Job, JobStarted } from "../../../lib/api/schema";

/** Reads one page with an unsaved configuration; nothing is stored. */
export function startPreview(brand: BrandInput, pageUrl: string): Promise<JobStarted> {
  // The API's document does not type the brand, any of whose fields may be missing.
  const body = { brand: brand as object as Record<string, never>, pageUrl };
  return bodyOf(operatorApi.POST("/api/scraper/preview", { body }));
}

/** Proposes a configuration from a listing page. */
export function startSuggestion(url: string): Promise<JobStarted> {
  return bodyOf(operatorApi.POST("/api/scraper/suggest", { body: { url } }));
}

export function fetchJob(jobId: string, signal: AbortSignal): Promise<Job> {
  const params = { path: { job_id: jobId } };
  return bodyOf(operatorApi.GET("/api/scraper/jobs/{job_id}", { params, signal }));
}

import { bodyOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator/api";
import type { BrandInput, Job, JobStarted } from "../../../lib/api/schema";

/** Reads one page with an unsaved configuration; nothing is stored. */
export function startPreview(brand: BrandInput, pageUrl: string): Promise<JobStarted> {
  // The API's document does not type the brand, any of whose fields may be missing.
  const body = { brand: brand as object as Record<string, never>, pageUrl };
  return bodyOf(operatorApi.POST("/api/scraper/preview", { body }));
}

interface Asked {
  url: string;
  /** What the form has, which stays where what is found is no better. */
  brand?: BrandInput;
  /** A known brand, whose own configuration is meant where no other is given. */
  brandId?: number;
  /** No listing pages where a feed or catalogue is good. */
  quick?: boolean;
}

/** Proposes a configuration from a store's address, or a listing page. */
export function startSuggestion({ brand, ...asked }: Asked): Promise<JobStarted> {
  const body = { ...asked, ...(brand && { brand: brand as object as Record<string, never> }) };
  return bodyOf(operatorApi.POST("/api/scraper/suggest", { body }));
}

export function fetchJob(jobId: string, signal: AbortSignal): Promise<Job> {
  const params = { path: { job_id: jobId } };
  return bodyOf(operatorApi.GET("/api/scraper/jobs/{job_id}", { params, signal }));
}

/** The shapes of the operator's calls, from the API's own document, under the page's names. */
import type { HistoryRecord as Run, RunImages } from "../../lib/api-schema";

export type {
  BrandSubmission as Submission,
  ComparedProduct,
  Comparison as RunComparison,
  Process as ScraperProcess,
  RunImages,
} from "../../lib/api-schema";

export type RunImage = RunImages["foundImages"][number];
export type FailedPage = Run["failedPages"][number];

/** `coverage` is the share of items, 0 to 1, that had each field. */
export type HistoryRecord = Omit<Run, "coverage"> & {
  coverage: Readonly<Record<string, number>> | null;
};

export type RunResult = Run["result"];
export const RUN_RESULTS: readonly RunResult[] = ["success", "failed", "suspect", "stopped"];

/** What the page needs of a brand. */
export interface BrandName {
  id: number;
  name: string;
}

/** The shapes of the operator's calls, from the API's own document, and parts of them that it does not name. */
import type {
  BrandOverview,
  BrandSummary,
  BrandVersion,
  HistoryRecord,
  RunImages,
} from "../../../lib/api/schema";

export type * from "../../../lib/api/schema";

export type RunImage = RunImages["foundImages"][number];
export type FailedPage = HistoryRecord["failedPages"][number];
export type BrandRun = BrandOverview["trend"][number];
export type FieldChange = BrandVersion["changes"][number];

/** What the page needs of a brand. */
export type BrandName = Pick<BrandSummary, "id" | "name">;

export type RunResult = HistoryRecord["result"];
export const RUN_RESULTS: readonly RunResult[] = ["success", "failed", "suspect", "stopped"];

import { apiGet, apiPost, apiSend } from "../../lib/api";
import type { Acceptance, Health, Job, JobStarted } from "../../lib/api-schema";
import { operatorInit } from "../../lib/operator";
import { fileNameOf } from "./logTail";
import type {
  BrandName,
  HistoryRecord,
  RunComparison,
  RunImages,
  RunResult,
  ScraperProcess,
  Submission,
} from "./wire";

function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return apiGet<T>(path, operatorInit(signal));
}

function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return apiPost<T>(path, body, operatorInit(signal));
}

export type StartCall = "start" | "startOnlyScrape" | "startOnlyClassificationSingle";
export type StartAllCall = "startAll" | "startOnlyClassification";

/** Starts for one brand; the id goes out as typed (spec §5). Answers the text for the toast. */
export function startBrand(call: StartCall, brandId: string): Promise<string> {
  return post(`scraper/${call}/`, { brandId });
}

export function startForAll(call: StartAllCall): Promise<string> {
  return post(`scraper/${call}/`, {});
}

export function stopProcess(pid: number): Promise<string> {
  return post("scraper/stop/", { pid });
}

export function stopAll(): Promise<string> {
  return post("scraper/stopAll/", {});
}

/** Scrapes once more only what a run could not read. */
export function startFailedPages(runId: number): Promise<string> {
  return post("scraper/startFailedPages/", { runId });
}

export function fetchProcesses(signal: AbortSignal): Promise<ScraperProcess[]> {
  return get("scraper/getProcesses/", signal);
}

export function fetchStatus(logfileName: string, signal: AbortSignal): Promise<string> {
  return post("scraper/getStatus/", { logfileName }, signal);
}

/** The state of the service; with the operator's token also what was found in the index. */
export function fetchHealth(signal: AbortSignal): Promise<Health> {
  return get("health/", signal);
}

/** What accepting a suspect run would do. Throws where the server would refuse it. */
export function fetchAcceptance(runId: number, signal: AbortSignal): Promise<Acceptance> {
  return get(`scraper/acceptance/${runId}`, signal);
}

export function acceptRun(runId: number): Promise<string> {
  return post("scraper/accept/", { runId });
}

export interface HistoryQuery {
  page: number;
  pageSize: number;
  brandId: string;
  result: RunResult | "";
  failingFirst: boolean;
}

export interface HistoryPage {
  records: HistoryRecord[];
  total: number;
}

/** A page of history; the total comes in a header. */
export async function fetchHistory(query: HistoryQuery, signal: AbortSignal): Promise<HistoryPage> {
  const params = new URLSearchParams({ page: String(query.page), pageSize: String(query.pageSize) });
  if (query.brandId) params.set("brandId", query.brandId);
  if (query.result) params.set("result", query.result);
  if (query.failingFirst) params.set("order", "failing");
  const response = await apiSend(`scraper/getHistory/?${params}`, operatorInit(signal));
  const records = (await response.json()) as HistoryRecord[];
  return { records, total: Number(response.headers.get("X-Total-Count") ?? records.length) };
}

export function fetchHistoryLog(id: number, signal: AbortSignal): Promise<string> {
  return get(`scraper/getHistoryLog/${id}`, signal);
}

export function fetchHistoryImages(id: number, signal: AbortSignal): Promise<RunImages> {
  return get(`scraper/getHistoryImages/${id}`, signal);
}

export function fetchComparison(from: number, to: number, signal: AbortSignal): Promise<RunComparison> {
  return get(`scraper/compareRuns/?from=${from}&to=${to}`, signal);
}

export function fetchBrandNames(signal: AbortSignal): Promise<BrandName[]> {
  return get("brands", signal);
}

export function fetchSubmissions(signal: AbortSignal): Promise<Submission[]> {
  return get("brands/submissions", signal);
}

export function decideSubmission(id: number, state: Submission["state"]): Promise<Submission> {
  return post(`brands/submissions/${id}`, { state });
}

/** The file name of a Content-Disposition header; log.txt where it names none (spec §7). */
export function dispositionName(header: string | null): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? "");
  if (extended?.[1]) return decodeURIComponent(extended[1]);
  const plain = /filename="?([^";]+)"?/i.exec(header ?? "");
  return plain?.[1]?.trim() || "log.txt";
}

/** Fetches a log or the evidence of a run. */
export function download(name: string): Promise<void> {
  return save(`scraper/download/${encodeURIComponent(fileNameOf(name))}`);
}

export type ExportFormat = "csv" | "jsonl";

/** Fetches what a run found, a product a line. */
export function downloadItems(runId: number, format: ExportFormat): Promise<void> {
  return save(`scraper/export/${runId}?format=${format}`);
}

/** Fetches a file with the token, and hands it to the browser as a download. */
async function save(path: string): Promise<void> {
  const response = await apiSend(path, operatorInit());
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = dispositionName(response.headers.get("Content-Disposition"));
  link.click();
  URL.revokeObjectURL(url);
}

/** How often a job is asked for its answer (ms). */
const JOB_POLL_MS = 1000;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      window.clearTimeout(timer);
      reject(new DOMException("Aborted", "AbortError"));
    });
  });
}

/** Starts a job and waits for its result. Throws the job's own message when it failed. */
export async function runJob<T>(path: string, body: unknown, signal: AbortSignal): Promise<T> {
  const { jobId } = await post<JobStarted>(path, body, signal);
  for (;;) {
    const job = await get<Job>(`scraper/jobs/${encodeURIComponent(jobId)}`, signal);
    if (job.state === "finished") return job.result as T;
    if (job.state === "failed") throw new Error(job.message ?? "The job failed");
    await pause(JOB_POLL_MS, signal);
  }
}

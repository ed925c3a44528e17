import { textOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator/api";
import type { RunResult } from "./wire";

/** A start or stop responds with the text for the toast. */
const text = { parseAs: "text" } as const;

export type StartCall = "start" | "startOnlyScrape" | "startOnlyClassificationSingle" | "startCheck";
export type StartAllCall = "startAll" | "startOnlyClassification";

/** The id goes out as typed (spec §5). */
export function startBrand(call: StartCall, brandId: string): Promise<string> {
  return textOf(operatorApi.POST(`/api/scraper/${call}`, { body: { brandId }, ...text }));
}

export function startForAll(call: StartAllCall): Promise<string> {
  return textOf(operatorApi.POST(`/api/scraper/${call}`, { body: {}, ...text }));
}

/** Scrapes once more only what a run could not read. */
export function startFailedPages(runId: number): Promise<string> {
  return textOf(operatorApi.POST("/api/scraper/startFailedPages", { body: { runId }, ...text }));
}

export interface HistoryQuery {
  page: number;
  pageSize: number;
  brandId: string;
  result: RunResult | "";
  failingFirst: boolean;
}

/** A page of history; the total comes in a header. */
export async function fetchHistory(query: HistoryQuery, signal: AbortSignal) {
  const { page, pageSize, brandId, result, failingFirst } = query;
  const filters = {
    ...(brandId && { brandId: Number(brandId) }),
    ...(result && { result }),
    ...(failingFirst && { order: "failing" as const }),
  };
  const params = { query: { page, pageSize, ...filters } };
  const { data: records = [], response } = await operatorApi.GET("/api/scraper/getHistory", {
    params,
    signal,
  });
  return { records, total: Number(response.headers.get("X-Total-Count") ?? records.length) };
}

export function fetchHistoryLog(id: number, signal: AbortSignal): Promise<string> {
  const params = { path: { run_id: id } };
  return textOf(operatorApi.GET("/api/scraper/getHistoryLog/{run_id}", { params, signal, ...text }));
}

import { textOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator/api";

/** The end of a running process's log. */
export function fetchStatus(logfileName: string, signal: AbortSignal): Promise<string> {
  const body = { logfileName };
  return textOf(operatorApi.POST("/api/scraper/getStatus", { body, signal, parseAs: "text" }));
}

export function stopProcess(pid: number): Promise<string> {
  return textOf(operatorApi.POST("/api/scraper/stop", { body: { pid }, parseAs: "text" }));
}

export function stopAll(): Promise<string> {
  return textOf(operatorApi.POST("/api/scraper/stopAll", { body: {}, parseAs: "text" }));
}

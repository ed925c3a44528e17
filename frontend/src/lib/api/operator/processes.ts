import { bodyOf } from "../client";
import { operatorApi } from "./api";
import type { Process } from "../schema";

/** The running processes. Every operator page asks for them first: only an operator gets them. */
export function fetchProcesses(signal: AbortSignal): Promise<Process[]> {
  return bodyOf(operatorApi.GET("/api/scraper/getProcesses", { signal }));
}

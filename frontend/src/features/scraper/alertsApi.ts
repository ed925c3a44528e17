import { apiGet, apiPost } from "../../lib/api";
import type { Alert, AlertMessage, Alerts } from "../../lib/api-schema";
import { operatorInit } from "../../lib/operator";

export type { Alert, AlertMessage, Alerts };

export function fetchAlerts(signal: AbortSignal): Promise<Alerts> {
  return apiGet("scraper/alerts", operatorInit(signal));
}

/** Sends a message that says that alerts arrive; answers what became of it. */
export function sendTestAlert(): Promise<AlertMessage> {
  return apiPost("scraper/alerts/test", {}, operatorInit());
}

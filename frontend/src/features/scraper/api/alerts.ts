import { bodyOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator/api";
import type { AlertMessage, Alerts } from "../../../lib/api/schema";

export function fetchAlerts(signal: AbortSignal): Promise<Alerts> {
  return bodyOf(operatorApi.GET("/api/scraper/alerts", { signal }));
}

/** Sends a test message; resolves with its state on each channel. */
export function sendTestAlert(): Promise<AlertMessage> {
  return bodyOf(operatorApi.POST("/api/scraper/alerts/test", { body: {} }));
}

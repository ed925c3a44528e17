import { api, bodyOf } from "./client";
import type { AlertAsked, AlertChange, AlertSet, OwnAlerts } from "./schema";

export type { OwnAlert, OwnAlerts } from "./schema";

export function setAlert(alert: AlertAsked): Promise<AlertSet> {
  return bodyOf(api.POST("/api/priceAlerts", { body: alert }));
}

export function fetchAlerts(token: string, signal: AbortSignal): Promise<OwnAlerts> {
  return bodyOf(api.POST("/api/priceAlerts/list", { body: { token }, signal }));
}

export function confirmAlerts(token: string): Promise<OwnAlerts> {
  return bodyOf(api.POST("/api/priceAlerts/confirm", { body: { token } }));
}

export function changeAlert(change: AlertChange): Promise<OwnAlerts> {
  return bodyOf(api.POST("/api/priceAlerts/change", { body: change }));
}

/** Deletes an alert, or without an id all of them. */
export function removeAlert(token: string, id?: number): Promise<OwnAlerts> {
  return bodyOf(api.POST("/api/priceAlerts/remove", { body: { token, ...(id && { id }) } }));
}

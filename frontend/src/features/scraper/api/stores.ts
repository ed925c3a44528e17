import { bodyOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator/api";
import type { StorePlan, StoreRows } from "../../../lib/api/schema";

/** What listing these would do. */
export function planStores(addresses: string[]): Promise<StorePlan> {
  return bodyOf(operatorApi.POST("/api/brands/stores/plan", { body: { addresses } }));
}

/** Lists stores: the server looks at each and adds it, whether its page is open or not. */
export async function listStores(addresses: string[]): Promise<string> {
  return (await bodyOf(operatorApi.POST("/api/brands/stores", { body: { addresses } }))).message;
}

export function fetchStores(signal: AbortSignal): Promise<StoreRows> {
  return bodyOf(operatorApi.GET("/api/brands/stores", { signal }));
}

/** What was worked out of a store, as the brand form takes it. */
export async function fetchStoreForm(id: number, signal: AbortSignal): Promise<Record<string, unknown>> {
  const params = { path: { store_id: id } };
  return (await bodyOf(operatorApi.GET("/api/brands/stores/{store_id}", { params, signal }))).values;
}

export async function lookAgain(ids: number[]): Promise<string> {
  return (await bodyOf(operatorApi.POST("/api/brands/stores/again", { body: { ids } }))).message;
}

export async function forgetStores(ids: number[]): Promise<string> {
  return (await bodyOf(operatorApi.POST("/api/brands/stores/forget", { body: { ids } }))).message;
}

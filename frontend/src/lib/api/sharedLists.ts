import { api, bodyOf } from "./client";
import type { Bought } from "./schema";

export function fetchBought(list: string, signal: AbortSignal): Promise<Bought> {
  return bodyOf(api.POST("/api/sharedLists/bought", { body: { list }, signal }));
}

export function markBought(list: string, productId: number, bought: boolean): Promise<Bought> {
  return bodyOf(api.POST("/api/sharedLists/mark", { body: { list, productId, bought } }));
}

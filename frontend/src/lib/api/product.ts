import { api, bodyOf } from "./client";
import { filledHit, type Hit } from "./wire";
import type { Session } from "../visitor/session";

/** The most products of one request. */
export const MOST_IDS = 100;

/** Those of the products that there still are, as tiles, in the order of the ids. */
export async function fetchTiles(
  ids: readonly number[],
  { currency, countryCode }: Session,
  signal?: AbortSignal,
): Promise<Hit[]> {
  if (ids.length === 0) return [];
  const query = { ids: ids.slice(0, MOST_IDS).join(","), currency, countryCode };
  const { hits } = await bodyOf(api.GET("/api/products", { params: { query }, signal: signal ?? null }));
  return hits.map(filledHit);
}

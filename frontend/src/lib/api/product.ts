import { api, bodyOf } from "./client";
import { get, type Query, shaped } from "./query";
import { filledHit, filledView, type Hit, type MadeView } from "./wire";
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

/** All that is known of a product, for the visitor's currency and country. */
export function productQuery(id: number, session: Session): Query<MadeView> {
  const params = { path: { product_id: id }, query: session };
  return shaped(get("/api/products/{product_id}", { params }), (sent) => ({
    ...session,
    view: filledView(sent),
  }));
}

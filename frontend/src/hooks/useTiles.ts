import { useData, type Data } from "./useData";
import { api, bodyOf } from "../lib/api/client";
import { filledHit, type Hit } from "../lib/api/wire";
import { type Session, useSession } from "../lib/visitor/session";

/** The most products of one request. */
export const MOST_IDS = 100;

/** Those of the products that there still are, as tiles, in the order of the ids. */
async function fetchTiles(
  ids: readonly number[],
  { currency, countryCode }: Session,
  signal?: AbortSignal,
): Promise<Hit[]> {
  const query = { ids: ids.join(","), currency, countryCode };
  const { hits } = await bodyOf(api.GET("/api/products", { params: { query }, signal: signal ?? null }));
  return hits.map(filledHit);
}

/** The products as they are now, by id; those that are gone are not in it. */
export function useTiles(ids: readonly number[]): Data<ReadonlyMap<number, Hit>> {
  const session = useSession();
  return useData({
    queryKey: ["tiles", ids, session.countryCode],
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, part) =>
        ids.slice(part * MOST_IDS, (part + 1) * MOST_IDS),
      );
      const answers = await Promise.all(parts.map((part) => fetchTiles(part, session, signal)));
      return new Map(answers.flat().map((hit) => [hit.productId, hit]));
    },
  });
}

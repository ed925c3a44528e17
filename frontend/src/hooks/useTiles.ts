import { useData, type Data } from "./useData";
import { fetchTiles, MOST_IDS } from "../lib/api/product";
import type { Hit } from "../lib/api/wire";
import { useSession } from "../lib/visitor/session";

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

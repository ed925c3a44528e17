import type { Hit } from "../lib/api/wire";
import { changeOf } from "../lib/catalogue/since";
import { favourites, type KeptProduct, recentlyViewed } from "../lib/visitor/kept";
import { type Session, useSession } from "../lib/visitor/session";
import { Button } from "./Button";
import { ProductRail } from "./rail/Rail";
import { type Data, useData } from "../lib/api/query";
import { api, bodyOf } from "../lib/api/client";

/** The most products of one request. */
export const MOST_IDS = 100;

/** Those of the products that there still are, as tiles, in the order of the ids. */
async function fetchTiles(
  ids: readonly number[],
  { currency, countryCode }: Session,
  signal?: AbortSignal,
): Promise<Hit[]> {
  const query = { ids: ids.join(","), currency, countryCode };
  return (await bodyOf(api.GET("/api/products", { params: { query }, signal: signal ?? null }))).hits;
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

/** The kept products that there still are, as they are now; none until that is known. */
function useNow(kept: readonly KeptProduct[]): readonly { before: KeptProduct; hit: Hit }[] {
  const { data } = useTiles(kept.map(({ id }) => id));
  return kept.flatMap((before) => {
    const hit = data?.get(before.id);
    return hit ? [{ before, hit }] : [];
  });
}

/** The products that were looked at in this browser, the newest first; nothing where there are none. */
export function RecentlyViewed() {
  const looked = useNow(recentlyViewed.use());
  if (looked.length === 0) return null;
  return (
    <div className="column">
      <ProductRail name="Recently viewed" hits={looked.map(({ hit }) => hit)} />
      <p className="mt-2">
        <Button kind="quiet" onClick={() => recentlyViewed.clear()}>
          Clear recently viewed
        </Button>
      </p>
    </div>
  );
}

/** What costs less than when it was saved in this browser. */
export function Cheaper() {
  const { currency } = useSession();
  const saved = useNow(favourites.use());
  const fallen = saved.filter(({ before, hit }) => changeOf(before, hit, currency) === "down");
  return <ProductRail name="Cheaper since you saved them" hits={fallen.map(({ hit }) => hit)} />;
}

import { useTiles } from "../hooks/useTiles";
import type { Hit } from "../lib/api/wire";
import { changeOf } from "../lib/catalogue/since";
import { favourites, type KeptProduct, recentlyViewed } from "../lib/visitor/products";
import { useSession } from "../lib/visitor/session";
import { Button } from "./Button";
import { ProductRail } from "./rail/Rail";

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
      <ProductRail name="Recently viewed" hits={looked.map(({ hit }) => hit)} first={false} />
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
  return (
    <ProductRail name="Cheaper since you saved them" hits={fallen.map(({ hit }) => hit)} first={false} />
  );
}

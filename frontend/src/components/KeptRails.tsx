import { useTiles } from "../hooks/useTiles";
import { changeOf } from "../lib/catalogue/since";
import { favourites, lookedAt } from "../lib/visitor/products";
import { useSession } from "../lib/visitor/session";
import { Button } from "./Button";
import { ProductRail } from "./rail/Rail";

/** The products that were looked at in this browser, the newest first; nothing where there are none. */
export function RecentlyViewed() {
  const looked = lookedAt.use();
  const { data } = useTiles(looked.map(({ id }) => id));
  const hits = looked.flatMap(({ id }) => data?.get(id) ?? []);
  if (hits.length === 0) return null;
  return (
    <div className="grid justify-items-start">
      <ProductRail name="Recently viewed" hits={hits} first={false} />
      <Button kind="quiet" onClick={() => lookedAt.clear()}>
        Clear recently viewed
      </Button>
    </div>
  );
}

/** What costs less than when it was saved in this browser. */
export function Cheaper() {
  const saved = favourites.use();
  const { currency } = useSession();
  const { data } = useTiles(saved.map(({ id }) => id));
  const hits = saved.flatMap((kept) => {
    const hit = data?.get(kept.id);
    return hit && changeOf(kept, hit, currency) === "down" ? [hit] : [];
  });
  return <ProductRail name="Cheaper since you saved them" hits={hits} first={false} />;
}

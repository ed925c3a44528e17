import { useLoad, type Loaded } from "../../hooks/useLoad";
import { inlinedState } from "../../lib/api/inlined";
import type { MadeView } from "../../lib/api/hits";
import { fetchProduct } from "../../lib/api/product";
import { useSession, type Session } from "../../lib/visitor/session";

/** What the page brought along, where it was made for this visitor. */
function known(id: number, { currency, countryCode }: Session): MadeView | undefined {
  const { product } = inlinedState();
  const isIt = product?.view.product.productId === id;
  return isIt && product.currency === currency && product.countryCode === countryCode ? product : undefined;
}

/** A product's view for the visitor's currency and country. */
export function useProduct(id: number): Loaded<MadeView> {
  const session = useSession();
  const before = known(id, session);
  const loaded = useLoad(
    (signal) => (before ? Promise.resolve(before) : fetchProduct(id, session, signal)),
    [id, session.currency, session.countryCode],
  );
  return before && !loaded.data ? { ...loaded, data: before, loading: false } : loaded;
}

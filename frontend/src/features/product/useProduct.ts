import { useData, type Data } from "../../hooks/useData";
import { filledView, type MadeView } from "../../lib/api/hits";
import { inlinedState } from "../../lib/api/inlined";
import { get, known, shaped } from "../../lib/api/query";
import { useSession, type Session } from "../../lib/visitor/session";

/** What the page brought along, where it was made for this visitor. */
function inlined(id: number, { currency, countryCode }: Session): MadeView | undefined {
  const { product } = inlinedState();
  const isIt = product?.view.product.productId === id;
  return isIt && product.currency === currency && product.countryCode === countryCode ? product : undefined;
}

/** A product's view for the visitor's currency and country. */
export function useProduct(id: number): Data<MadeView> {
  const session = useSession();
  const params = { path: { product_id: id }, query: session };
  const query = shaped(get("/api/products/{product_id}", { params }), (sent) => ({
    ...session,
    view: filledView(sent),
  }));
  return useData(known(query, inlined(id, session)));
}

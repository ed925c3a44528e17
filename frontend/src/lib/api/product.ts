import { get, type Query, withShape } from "./query";
import { filledView, type MadeView } from "./wire";
import type { Session } from "../visitor/session";

/** All that is known of a product, for the visitor's currency and country. */
export function productQuery(id: number, session: Session): Query<MadeView> {
  const params = { path: { product_id: id }, query: session };
  return withShape(get("/api/products/{product_id}", { params }), (sent) => ({
    ...session,
    view: filledView(sent),
  }));
}

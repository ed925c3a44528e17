import { ProductRail } from "../../components/rail/Rail";
import type { ProductView } from "../../lib/api/wire";

export { History } from "./history/History";

/** What is like the product. */
export function Similar({ view }: { view: ProductView }) {
  return <ProductRail name="Similar products" hits={view.similar} first={false} />;
}

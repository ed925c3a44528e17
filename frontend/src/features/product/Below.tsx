import { ProductRail } from "../../components/rail/Rail";
import type { ProductView } from "../../lib/api/wire";
import type { Currency } from "../../lib/visitor/session";
import { History } from "./history/History";

interface BelowProps {
  view: ProductView;
  currency: Currency;
}

/** The price's history, and what is like the product. */
export default function Below({ view, currency }: BelowProps) {
  return (
    <>
      <History view={view} currency={currency} />
      <ProductRail name="Similar products" hits={view.similar} first={false} />
    </>
  );
}

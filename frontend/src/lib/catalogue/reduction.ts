import type { Hit } from "../api/wire";
import type { Currency } from "../visitor/session";
import { amountIn, formatPrice } from "./format";

/** How much less a product costs than before. */
export interface Reduction {
  /** What it cost before: by its history where that is known, otherwise by the store. */
  before: string | null;
  /** Per cent, rounded; null below 1 % and without a price before. */
  off: number | null;
  /** The store's price before, where its history has another one. */
  claim: string | null;
  measured: boolean;
}

type Priced = Pick<Hit, "price" | "storePrice" | "ordinaryPrice" | "priceBefore" | "measured">;

/** The discount in percent, rounded; null below 1 % and without one. */
export function percentOff(price: number | undefined, before: number | undefined): number | null {
  if (!price || !before || before <= price) return null;
  const off = Math.round((1 - price / before) * 100);
  return off >= 1 ? off : null;
}

/** A product's reduction as it is shown everywhere: the measured one, with the store's words beside it. */
export function reductionOf(
  { price, storePrice, ordinaryPrice, priceBefore, measured }: Priced,
  currency: Currency,
): Reduction {
  const said = formatPrice({ price: ordinaryPrice, storePrice }, currency);
  const before = measured ? formatPrice({ price: priceBefore, storePrice }, currency) : said;
  const off = percentOff(
    amountIn(price, currency),
    amountIn(measured ? priceBefore : ordinaryPrice, currency),
  );
  return { before: price && before, off, claim: measured && said !== before ? said : null, measured };
}

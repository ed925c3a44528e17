import type { Hit } from "../../lib/api/wire";
import { formatStorePrice, formatPrice, reductionOf, unitPrice } from "../../lib/catalogue/format";
import type { Currency } from "../../lib/visitor/session";
import styles from "./price.module.css";

interface PriceProps {
  hit: Hit;
  currency: Currency;
}

/** Its store's own price, beside an amount that was converted from it. */
export function StorePrice({ of, currency }: { of: Pick<Hit, "storePrice">; currency: Currency }) {
  const own = formatStorePrice(of, currency);
  if (own === null) return null;
  return (
    <>
      {" "}
      <small className={styles.own}>{own}</small>
    </>
  );
}

/** What a product cost before and how much less that is; the store's own words where they differ. */
function Reduction({ hit, currency }: PriceProps) {
  const { before, off, claim, measured } = reductionOf(hit, currency);
  return (
    <>
      {before !== null && (
        <s className="ms-2 muted regular">
          <span className="visually-hidden">was </span>
          {before}
        </s>
      )}
      {off !== null && (
        <>
          {" "}
          <span className={styles.off} data-measured={measured}>
            −{off}%{!measured && <span className="visually-hidden"> says the store</span>}
          </span>
        </>
      )}
      {claim !== null && <small className={styles.claim}>Store says “was {claim}”</small>}
    </>
  );
}

/** A product's price, what it was before, its store's own where that was converted, and of a unit. */
export function Price({ hit, currency }: PriceProps) {
  const unit = unitPrice(hit, currency);
  return (
    <>
      {formatPrice(hit, currency) ?? <span className="muted regular">Price in store</span>}
      <Reduction hit={hit} currency={currency} />
      <StorePrice of={hit} currency={currency} />
      {unit && <small className={styles.claim}>{unit}</small>}
    </>
  );
}

/** Where a price was read, for operators; a web address in it is a link. */
export function PriceOrigin({ origin }: { origin: string }) {
  const [before, address, after] = origin.split(/(https?:\/\/\S+)/);
  return (
    <>
      Price read from {before}
      {address && (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {address}
        </a>
      )}
      {after}
    </>
  );
}

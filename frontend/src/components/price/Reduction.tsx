import type { Hit } from "../../lib/api/wire";
import { reductionOf } from "../../lib/catalogue/reduction";
import type { Currency } from "../../lib/visitor/session";
import styles from "./price.module.css";

/** What a product cost before and how much less that is; the store's own words where they differ. */
export function Reduction({ hit, currency }: { hit: Hit; currency: Currency }) {
  const { before, off, claim, measured } = reductionOf(hit, currency);
  return (
    <>
      {before !== null && (
        <s className={styles.before}>
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

import { Spark } from "../../../components/price/Spark";
import type { ProductView } from "../../../lib/api/hits";
import { sparkOf, WINDOW_DAYS } from "./spark";
import styles from "./history.module.css";

/** What may be said of the price by its history, with a small chart of the last 90 days. */
export function Verdict({ view: { product, gone, history } }: { view: ProductView }) {
  const { words, steps, today } = history;
  const line = sparkOf(steps, today);
  if (words.length === 0) {
    const isClaimed = !gone && !product.measured && product.ordinaryPrice !== null && product.price !== null;
    return isClaimed ? (
      <p className={styles.note}>
        The store says what it was; we have not read this price on enough days to know.
      </p>
    ) : null;
  }
  return (
    <div className={styles.verdict}>
      {line.length > 0 && (
        <div className={styles.spark}>
          <Spark line={line} days={WINDOW_DAYS} height={48} label="" />
          <p className={styles.sparkDays} aria-hidden="true">
            <span>90 days ago</span>
            <span>Today</span>
          </p>
        </div>
      )}
      <ul className={styles.words} role="list" data-part="price-words">
        {words.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

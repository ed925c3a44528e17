import type { Certificate } from "../../lib/api/schema";
import styles from "./PriceOrigin.module.css";

/** Where a price was read, for operators: the certificate's sentence, its address as a link. */
export function PriceOrigin({ certificate: { words, address } }: { certificate: Certificate }) {
  const at = address ? words.indexOf(address) : -1;
  const linked = at >= 0 && /^https?:/.test(address);
  return (
    <span className={styles.origin} data-part="price-origin">
      {linked ? words.slice(0, at) : words}
      {linked && (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {address}
        </a>
      )}
      {linked && words.slice(at + address.length)}
    </span>
  );
}

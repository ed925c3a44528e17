import { asLabel, coloursOf } from "../../components/tile/colours";
import { ProductLink } from "../../components/tile/ProductLink";
import type { Hit } from "../../lib/api/wire";
import styles from "./product.module.css";

/** Sizes and whatever else the store says of it; its colours, each with the view of its own. */
export function Choices({ hit }: { hit: Hit }) {
  const colours = coloursOf(hit);
  const carried = Object.entries(hit.attributes);
  const only = hit.colourText ?? asLabel(hit.colour[0]);
  return (
    <dl className={styles.choices}>
      {carried.map(([name, values]) => (
        <div key={name}>
          <dt className={styles.term}>{name}</dt>
          <dd className={styles.values}>
            {values.map((value) => (
              <span key={value} className={styles.value}>
                {value}
              </span>
            ))}
          </dd>
        </div>
      ))}
      {colours.length === 0 && only !== "" && (
        <div>
          <dt className={styles.term}>colour</dt>
          <dd>{only}</dd>
        </div>
      )}
      {colours.length > 0 && (
        <div>
          <dt className={styles.term}>colours</dt>
          <dd className={styles.values}>
            {colours.map(({ key, label, look, picture, hit: shown }) => (
              <span key={key} aria-current={shown.productId === hit.productId ? "true" : undefined}>
                <ProductLink id={shown.productId} name={shown.name} className={styles.colour}>
                  <span className={styles.dot} style={look ?? {}}>
                    {picture !== null && <img src={picture} alt="" loading="lazy" />}
                  </span>
                  {label}
                  {shown.soldOut && <span className="muted"> (sold out)</span>}
                </ProductLink>
              </span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}

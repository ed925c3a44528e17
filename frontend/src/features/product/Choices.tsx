import { asLabel, coloursOf } from "../../components/tile/colours";
import { ProductLink } from "../../components/tile/ProductLink";
import type { OfferedSize } from "../../lib/api/schema";
import type { Hit } from "../../lib/api/wire";
import styles from "./product.module.css";

interface ChoicesProps {
  hit: Hit;
  /** Empty where the store does not say which of them can be bought. */
  sizes: readonly OfferedSize[];
  /** Writes amounts of the product. */
  money: (amount: number) => string;
}

function Size({
  offered: { size, soldOut, price },
  money,
}: { offered: OfferedSize } & Pick<ChoicesProps, "money">) {
  return (
    <span className={styles.value} data-sold-out={soldOut} data-part="size">
      {soldOut ? <s>{size}</s> : size}
      {soldOut && <span className="visually-hidden"> (sold out)</span>}
      {price !== null && !soldOut && <span className="muted"> {money(price)}</span>}
    </span>
  );
}

/** Sizes and whatever else the store says of it; its colours, each with the view of its own. */
export function Choices({ hit, sizes, money }: ChoicesProps) {
  const colours = coloursOf(hit);
  const carried = Object.entries(hit.attributes).filter(([name]) => name !== "size" || sizes.length === 0);
  const only = hit.colourText ?? asLabel(hit.colour[0]);
  return (
    <dl className={styles.choices}>
      {sizes.length > 0 && (
        <div>
          <dt className={styles.term}>size</dt>
          <dd className="wrap gap-y-1 gap-x-2 mt-1">
            {sizes.map((offered) => (
              <Size key={offered.size} offered={offered} money={money} />
            ))}
          </dd>
        </div>
      )}
      {carried.map(([name, values]) => (
        <div key={name}>
          <dt className={styles.term}>{name}</dt>
          <dd className="wrap gap-y-1 gap-x-2 mt-1">
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
          <dd className="wrap gap-y-1 gap-x-2 mt-1">
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

import type { Hit } from "../../lib/api/wire";
import { countOf, currencyOf, formatPrice } from "../../lib/catalogue/format";
import { useSession } from "../../lib/visitor/session";
import { ProductLink } from "./ProductLink";
import styles from "./tile.module.css";

/** How many stores sell the same thing, and from what price: the way to a list of them. */
export function SoldBy({ hit: { offers, productId, name, soldOut } }: { hit: Hit }) {
  const wanted = useSession().currency;
  if (!offers) return null;
  const { stores, price } = offers;
  const from = formatPrice(offers, currencyOf(price, wanted));
  const where = soldOut && stores === 1 ? "another store" : countOf(stores, "store");
  return (
    <p data-part="sold-by">
      <ProductLink id={productId} name={name} className={styles.soldBy}>
        {from === null ? "In" : `From ${from} in`} {where}
        <span className="visually-hidden">: {name}</span>
      </ProductLink>
    </p>
  );
}

import { Icon } from "../icons/Icon";
import type { Hit } from "../../lib/api/wire";
import { Heart } from "./Heart";
import { ProductLink } from "./ProductLink";
import styles from "./tileActions.module.css";

/** What can be done with a product besides going to its store: over its picture. */
export default function TileActions({ hit }: { hit: Hit }) {
  return (
    <div className={styles.actions}>
      <Heart hit={hit} />
      <ProductLink id={hit.productId} name={hit.name} className={styles.look}>
        <Icon name="look" size={18} />
        <span className={styles.word}>
          Look closer<span className="visually-hidden">: {hit.name}</span>
        </span>
      </ProductLink>
    </div>
  );
}

import { Icon } from "../icons/Icon";
import type { Hit } from "../../lib/api/wire";
import { favourites, keptOf } from "../../lib/visitor/products";
import styles from "./tileActions.module.css";

/** Saves a product among the favourites, in this browser, or takes it away again. */
export function Heart({ hit, className = styles.action }: { hit: Hit; className?: string | undefined }) {
  const saved = favourites.useHas(hit.productId);
  const toggle = () => (saved ? favourites.remove(hit.productId) : favourites.add(keptOf(hit)));
  return (
    <button type="button" className={className} data-part="heart" aria-pressed={saved} onClick={toggle}>
      <Icon name="heart" size={18} />
      <span className="visually-hidden">Favourite: {hit.name}</span>
    </button>
  );
}

import { Icon } from "../icons/Icon";
import type { Hit } from "../../lib/api/wire";
import { toastSaved } from "../../lib/toasts";
import { favourites, toSavedProduct } from "../../lib/visitor/products";
import styles from "./tileActions.module.css";

/** Saves a product among the favourites, in this browser, or takes it away again. */
export function Heart({
  hit,
  className = styles.action ?? "",
}: {
  hit: Hit;
  className?: string | undefined;
}) {
  const saved = favourites.useHas(hit.productId);
  const toggle = () => {
    if (saved) {
      favourites.remove(hit.productId);
      return;
    }
    favourites.add(toSavedProduct(hit));
    toastSaved("Saved", { label: "See favourites", path: "/favourites" });
  };
  return (
    <button
      type="button"
      className={`heart ${className}`}
      data-part="heart"
      aria-pressed={saved}
      onClick={toggle}
    >
      <Icon name="heart" size={18} />
      <span className="visually-hidden">Favourite: {hit.name}</span>
    </button>
  );
}

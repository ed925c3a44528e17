import { trackedLink } from "../../lib/tracking/track";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { overIn, stateOver } from "../../lib/browser/history";
import { outboundUrl, productIdOf, productPath } from "../../lib/catalogue/addresses";
import { Icon } from "../icons/Icon";
import type { Hit } from "../../lib/api/wire";
import { toastSaved } from "../../lib/toasts";
import { favourites, toSavedProduct } from "../../lib/visitor/kept";
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

interface ProductLinkProps {
  id: number;
  name: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A link to a product's own view: a dialog over the page one is on, unless that is a product's. */
export function ProductLink({ id, name, className, children }: ProductLinkProps) {
  const location = useLocation();
  const isPage = productIdOf(location.pathname) !== null && overIn(location.state) === null;
  return (
    <Link className={className} to={productPath(name, id)} state={isPage ? null : stateOver(location)}>
      {children}
    </Link>
  );
}

interface StoreLinkProps {
  /** Whose page it is, for the record of the click. */
  of: { brandId: number; groupKey?: string | null };
  href: string | null | undefined;
  /** The product whose tile it is, where another colour of it is shown. */
  tileKey?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The way out to a store, in a new tab, which is recorded; nothing where it is no web address. */
export function StoreLink({ of, href: address, tileKey, className, children }: StoreLinkProps) {
  const href = outboundUrl(address);
  if (href === null) return null;
  const click = { brandId: of.brandId, groupKey: of.groupKey ?? null, href, tileKey };
  return (
    <a className={className} href={href} target="_blank" rel="noopener" {...trackedLink(click)}>
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

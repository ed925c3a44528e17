import { Link } from "react-router-dom";
import { StoreLinks, type StoreDialogs } from "./StoreLinks";
import styles from "./footer.module.css";

const DISCOVER = [
  ["/favourites", "Favourites"],
  ["/style-select", "Pick your styles"],
  ["/blog", "Blog"],
  ["/about", "About"],
] as const;

const FINE_PRINT = [
  ["/proxies", "Shipping proxies"],
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
] as const;

function Links({ pages }: { pages: readonly (readonly [path: string, label: string])[] }) {
  return pages.map(([path, label]) => (
    <li key={path}>
      <Link className={styles.link} to={path}>
        {label}
      </Link>
    </li>
  ));
}

export function FooterLinks({ dialogs }: { dialogs: StoreDialogs }) {
  return (
    <nav className={styles.nav} aria-label="More">
      <ul className={styles.links}>
        <Links pages={DISCOVER} />
        <StoreLinks dialogs={dialogs} />
      </ul>
      <ul className={styles.links}>
        <Links pages={FINE_PRINT} />
      </ul>
    </nav>
  );
}

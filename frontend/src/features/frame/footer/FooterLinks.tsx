import { Link } from "react-router-dom";
import { StoreLinks, type StoreDialogs } from "./StoreLinks";
import styles from "./footer.module.css";

interface PageLink {
  path: string;
  label: string;
}

const DISCOVER: readonly PageLink[] = [
  { path: "/style-select", label: "Pick your styles" },
  { path: "/blog", label: "Blog" },
  { path: "/about", label: "About" },
];

const FINE_PRINT: readonly PageLink[] = [
  { path: "/proxies", label: "Shipping proxies" },
  { path: "/privacy", label: "Privacy" },
  { path: "/terms", label: "Terms" },
];

function Links({ pages }: { pages: readonly PageLink[] }) {
  return pages.map((page) => (
    <li key={page.path}>
      <Link className={styles.link} to={page.path}>
        {page.label}
      </Link>
    </li>
  ));
}

/** The footer's two columns of links. */
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

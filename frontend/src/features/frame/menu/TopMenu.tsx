import { Link, NavLink } from "react-router-dom";
import { type ReactNode, useState } from "react";
import { Icon } from "../../../components/icons/Icon";
import { Mark } from "../../../components/icons/Mark";
import { WorldMenus } from "../../../components/worlds/WorldMenu";
import { useCountries } from "../footer/countries";
import { CountryPicker } from "../footer/Pickers";
import { MENU_ITEMS, resetHome } from "./menu";
import { COMPACT_MENU, useMediaQuery } from "../../../hooks/useMediaQuery";
import { countOf } from "../../../lib/catalogue/format";
import { favourites } from "../../../lib/visitor/products";
import { MenuPanel } from "./MenuPanel";
import styles from "./menu.module.css";

/** Where to deliver to, which decides what is shown at all: the footer is a long way down. */
function HeaderCountry() {
  const { data: countries } = useCountries();
  return countries ? <CountryPicker countries={countries} /> : null;
}

/** The way to what was kept, with how many products are. */
function Kept() {
  const count = favourites.use().length;
  return (
    <Link className={styles.kept} to="/favourites" data-part="kept">
      <Icon name="heart" />
      <span className="visually-hidden">Favourites{count > 0 && `, ${countOf(count, "product")}`}</span>
      {count > 0 && (
        <span className={styles.number} aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  );
}

function WideMenu() {
  return (
    <nav className={styles.wide} aria-label="Main">
      {MENU_ITEMS.map((item) => (
        <NavLink
          key={item.path}
          className={styles.link}
          to={item.path}
          end
          onClick={item.path === "/" ? resetHome : undefined}
        >
          {item.label}
        </NavLink>
      ))}
      <div className={styles.country}>
        <HeaderCountry />
      </div>
    </nav>
  );
}

/** The menu of small screens (spec §2.2). */
function Hamburger() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.round}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <span className={styles.lines} aria-hidden="true" />
      </button>
      {open && <MenuPanel onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * The bar at the top: wordmark, worlds, a page's search, the menu, or the hamburger on small screens
 * (spec §2.2), and the way to what was kept.
 */
export function TopMenu({ children = null }: { children?: ReactNode }) {
  const compact = useMediaQuery(COMPACT_MENU);
  return (
    <header className={styles.bar} data-part="header">
      {/* The logo resets all filters and reloads home. */}
      <Link className={styles.wordmark} to="/" onClick={resetHome} aria-label="Winkel, home">
        <Mark size={20} />
        Winkel
      </Link>
      {!compact && <WorldMenus />}
      {children && <div className={styles.search}>{children}</div>}
      {!compact && <WideMenu />}
      <Kept />
      {compact && <Hamburger />}
    </header>
  );
}

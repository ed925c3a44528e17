import { Link, NavLink } from "react-router-dom";
import { Mark } from "../../../components/icons/Mark";
import { WorldMenus } from "../../../components/worlds/WorldMenu";
import { useCountries } from "../footer/countries";
import { CountryPicker } from "../footer/Pickers";
import { Hamburger } from "./Hamburger";
import { MENU_ITEMS, resetHome } from "./menu";
import { COMPACT_MENU, useMediaQuery } from "../../../hooks/useMediaQuery";
import styles from "./menu.module.css";

/** Where to deliver to, which decides what is shown at all: the footer is a long way down. */
function HeaderCountry() {
  const { data: countries } = useCountries();
  return countries ? <CountryPicker countries={countries} label="Delivery" /> : null;
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

/** The bar at the top: wordmark and menu, or the hamburger on small screens (spec §2.2). */
export function TopMenu() {
  const compact = useMediaQuery(COMPACT_MENU);
  return (
    <header className={styles.bar} data-part="header">
      {/* The logo resets all filters and reloads home. */}
      <Link className={styles.wordmark} to="/" onClick={resetHome} aria-label="Winkel, home">
        <Mark size={20} />
        Winkel
      </Link>
      {!compact && <WorldMenus />}
      {compact ? <Hamburger /> : <WideMenu />}
    </header>
  );
}

import { NavLink } from "react-router-dom";
import { WorldMenus } from "../../../components/worlds/WorldMenu";
import { Hamburger } from "./Hamburger";
import { Wordmark } from "./Wordmark";
import { MENU_ITEMS } from "./menu";
import { resetHome } from "./resetHome";
import { COMPACT_MENU, useMediaQuery } from "../../../hooks/useMediaQuery";
import styles from "./menu.module.css";

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
    </nav>
  );
}

/** The bar at the top: wordmark and menu, or the hamburger on small screens (spec §2.2). */
export function TopMenu() {
  const compact = useMediaQuery(COMPACT_MENU);
  return (
    <header className={styles.bar} data-part="header">
      <Wordmark />
      {!compact && <WorldMenus />}
      {compact ? <Hamburger /> : <WideMenu />}
    </header>
  );
}

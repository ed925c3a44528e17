import { NavLink } from "react-router-dom";
import type { Session } from "../../lib/api/schema";
import styles from "./OperatorBar.module.css";

const SCREENS = [
  { path: "/scraper", label: "Scraper" },
  { path: "/insights", label: "Insights" },
] as const;

interface OperatorBarProps {
  session: Session;
  onLogOut: () => void;
}

/** What all operators' screens have at their top: the ways between them, who is logged in, the zone, the way out. */
export function OperatorBar({ session: { name, isOpen, timeZone }, onLogOut }: OperatorBarProps) {
  return (
    <div className={styles.bar}>
      <nav className={styles.menu} aria-label="Operators">
        {SCREENS.map(({ path, label }) => (
          <NavLink key={path} className={styles.link} to={path}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={styles.who}>
        <span>Times in {timeZone}</span>
        <span>{isOpen ? "Open to this machine" : `Logged in as ${name}`}</span>
        {!isOpen && (
          <button type="button" className={styles.out} onClick={onLogOut}>
            Log out
          </button>
        )}
      </div>
    </div>
  );
}

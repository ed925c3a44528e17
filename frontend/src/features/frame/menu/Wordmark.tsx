import { Link } from "react-router-dom";
import { Mark } from "../../../components/icons/Mark";
import { resetHome } from "./resetHome";
import styles from "./menu.module.css";

/** The logo: resets all filters and reloads home (spec §2.2). */
export function Wordmark() {
  return (
    <Link className={styles.wordmark} to="/" onClick={resetHome} aria-label="Winkel, home">
      <Mark size={20} />
      Winkel
    </Link>
  );
}

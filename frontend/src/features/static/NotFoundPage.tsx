import { Link } from "react-router-dom";
import { Button } from "../../components/Button";
import { RailDrawing } from "../../components/icons/RailDrawing";
import { categoryPath, WORLDS } from "../../lib/catalogue/worlds";
import { StaticPage } from "./StaticPage";
import styles from "./static.module.css";

/** Any address that no route knows. */
export default function NotFoundPage() {
  return (
    <StaticPage title="Nothing on this hanger" lead="The page you asked for does not exist, or has moved.">
      {/* A form as of old: the page it leads to is home with a search. */}
      <form className={styles.search} role="search" action="/">
        <input
          className={styles.searchInput}
          type="search"
          name="q"
          required
          maxLength={1000}
          aria-label="Search by type, colour, or brand"
          placeholder="Search by type, colour, or brand..."
        />
        <Button type="submit" kind="primary">
          Search
        </Button>
      </form>
      <ul className={styles.worlds} role="list" aria-label="Worlds">
        {WORLDS.map(({ slug, label }) => (
          <li key={slug}>
            <Link to={categoryPath(slug)}>{label}</Link>
          </li>
        ))}
      </ul>
      <RailDrawing className={styles.drawing} />
      <p>
        <Link to="/">Back to the shop window</Link>
      </p>
    </StaticPage>
  );
}

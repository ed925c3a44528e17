import { Link } from "react-router-dom";
import { RailDrawing } from "./RailDrawing";
import { categoryPath, WORLDS } from "../../lib/catalogue/worlds";
import { Page } from "./Page";
import styles from "./content.module.css";

/** Any address without a route. */
export default function NotFoundPage() {
  return (
    <Page title="Nothing on this hanger" lead="The page you asked for does not exist, or has moved.">
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
    </Page>
  );
}

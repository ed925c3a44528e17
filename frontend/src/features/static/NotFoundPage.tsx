import { Link } from "react-router-dom";
import { RailDrawing } from "../../components/icons/RailDrawing";
import { StaticPage } from "./StaticPage";
import styles from "./static.module.css";

/** Any address that no route knows. */
export default function NotFoundPage() {
  return (
    <StaticPage title="Nothing on this hanger" lead="The page you asked for does not exist, or has moved.">
      <RailDrawing className={styles.drawing} />
      <p>
        <Link to="/">Back to the shop window</Link>
      </p>
    </StaticPage>
  );
}

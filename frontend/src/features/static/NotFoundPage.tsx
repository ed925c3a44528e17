import { Link } from "react-router-dom";
import { StaticPage } from "./StaticPage";

/** Any address that no route knows. */
export default function NotFoundPage() {
  return (
    <StaticPage title="Nothing on this hanger" lead="The page you asked for does not exist, or has moved.">
      <p>
        <Link to="/">Back to the shop window</Link>
      </p>
    </StaticPage>
  );
}

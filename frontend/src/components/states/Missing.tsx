import { Link } from "react-router-dom";
import { useTitle } from "../../hooks/useTitle";

interface MissingProps {
  title: string;
  words: string;
  to?: string;
  label?: string;
}

/** What an address names and nobody has: gone, or mistyped. */
export function Missing({ title, words, to = "/", label = "To the shop" }: MissingProps) {
  useTitle("Not found – Winkel");
  return (
    <div className="calm page-width">
      <h1 className="type-page">{title}</h1>
      <p>{words}</p>
      <p>
        <Link to={to}>{label}</Link>
      </p>
    </div>
  );
}

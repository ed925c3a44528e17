import { Link } from "react-router-dom";
import { categoryPath } from "../lib/catalogue/worlds";
import styles from "./Breadcrumb.module.css";

interface BreadcrumbProps {
  /** Categories, the widest first. */
  steps: readonly { value: string; label: string }[];
}

/** The way to what a page shows, and back up. */
export function Breadcrumb({ steps }: BreadcrumbProps) {
  return (
    <nav className={styles.breadcrumb} aria-label="Breadcrumb" data-short={steps.length === 0}>
      <ol role="list">
        <li>
          <Link to="/">All categories</Link>
        </li>
        {steps.map(({ value, label }) => (
          <li key={value}>
            <Link to={categoryPath(value)}>{label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function BackLink({ to, label = "Back" }: { to: string; label?: string }) {
  return (
    <Link className={styles.back} to={to}>
      <span aria-hidden="true">←</span> {label}
    </Link>
  );
}

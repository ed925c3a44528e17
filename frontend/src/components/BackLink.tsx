import { Link } from "react-router-dom";
import styles from "./BackLink.module.css";

interface BackLinkProps {
  to: string;
  label?: string;
}

export function BackLink({ to, label = "Back" }: BackLinkProps) {
  return (
    <Link className={styles.back} to={to}>
      <span aria-hidden="true">←</span> {label}
    </Link>
  );
}

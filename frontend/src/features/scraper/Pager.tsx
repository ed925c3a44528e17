import operator from "../../components/operator/operator.module.css";
import styles from "./scraper.module.css";

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  label: string;
  /** What the two buttons are called. */
  steps: readonly [string, string];
}

/** Steps through the pages of a list; nothing where one page holds all. */
export function Pager({ page, pageSize, total, onPage, label, steps: [back, on] }: PagerProps) {
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  return (
    <nav className={styles.pager} aria-label={label}>
      <button
        type="button"
        className={operator.secondary}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        {back}
      </button>
      <span>
        Page {page} of {pages}
      </span>
      <button
        type="button"
        className={operator.secondary}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        {on}
      </button>
    </nav>
  );
}

import { Action } from "../../components/Action";
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
      <Action disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {back}
      </Action>
      <span>
        Page {page} of {pages}
      </span>
      <Action disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {on}
      </Action>
    </nav>
  );
}

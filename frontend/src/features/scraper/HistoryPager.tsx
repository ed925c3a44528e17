import styles from "./scraper.module.css";

interface HistoryPagerProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** Steps through the pages of history; nothing where one page holds all. */
export function HistoryPager({ page, pageSize, total, onPage }: HistoryPagerProps) {
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  return (
    <nav className={styles.pager} aria-label="Pages of history">
      <button
        type="button"
        className={styles.secondary}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Newer
      </button>
      <span>
        Page {page} of {pages}
      </span>
      <button
        type="button"
        className={styles.secondary}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        Older
      </button>
    </nav>
  );
}

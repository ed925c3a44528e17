import { useSearchActions, useSearchState } from "../../../hooks/searchContext";
import { formatNumber } from "../../../lib/catalogue/format";
import { track } from "../../../lib/tracking/track";
import { pagerItems } from "./pager";
import { focusResults } from "../focus";
import type { Answer } from "../engine/useAnswer";
import styles from "../search.module.css";

interface PageButtonProps {
  page: number;
  current: number;
  onGo: (page: number) => void;
}

function PageButton({ page, current, onGo }: PageButtonProps) {
  return (
    <button
      type="button"
      className={styles.page}
      aria-label={`Page ${page}`}
      aria-current={page === current ? "page" : undefined}
      onClick={() => onGo(page)}
    >
      {formatNumber(page)}
    </button>
  );
}

/** Previous, numbers with ellipses, next (spec §2.4). The URL's page is the current one. */
export function Pager({ answer }: { answer: Answer }) {
  const { commit } = useSearchActions();
  const { page: current } = useSearchState();
  const { pages, total, pageSize } = answer;
  const go = (page: number) => {
    if (page === current) return;
    track({ brandId: null, groupKey: null, href: `Go to page ${page}` });
    commit((base) => ({ ...base, page }));
    focusResults();
  };
  if (pages <= 1 && current <= 1) return null;
  const unreachable = current >= pages && (total ?? 0) > pages * pageSize;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <button
        type="button"
        className={styles.step}
        disabled={current <= 1}
        onClick={() => go(Math.min(current - 1, pages))}
      >
        Prev
      </button>
      <ol className={styles.pages} role="list">
        {pagerItems(current, pages).map((item, index) => (
          <li key={item === "gap" ? `gap-${index}` : item}>
            {item === "gap" ? (
              <span className={styles.gap}>…</span>
            ) : (
              <PageButton page={item} current={current} onGo={go} />
            )}
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={styles.step}
        disabled={current >= pages}
        onClick={() => go(current + 1)}
      >
        Next
      </button>
      {unreachable && <p className={styles.more}>There are more: refine to see them.</p>}
    </nav>
  );
}

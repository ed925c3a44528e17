import type { ScraperProcess } from "../api/wire";
import styles from "../table.module.css";

/** Pages done of all pages as a bar, and the counts so far. */
export function Progress({ process }: { process: ScraperProcess }) {
  const { pagesDone, pagesTotal, foundCount, newCount } = process;
  return (
    <div className={styles.progress}>
      {pagesTotal > 0 && (
        <progress
          className={styles.meter}
          max={pagesTotal}
          value={pagesDone}
          aria-label={`Page ${pagesDone} of ${pagesTotal}`}
        />
      )}
      <span className={styles.figure}>
        {pagesTotal > 0 && `${pagesDone}/${pagesTotal} pages · `}
        {foundCount} found{newCount > 0 && ` · ${newCount} new`}
      </span>
    </div>
  );
}

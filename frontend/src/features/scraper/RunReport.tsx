import { messageOf } from "../../lib/api";
import { showToast } from "../toasts/store";
import { download } from "./api";
import type { FailedPage, HistoryRecord } from "./wire";
import styles from "./report.module.css";

function fetchFile(name: string): void {
  download(name).catch((error: unknown) => showToast(messageOf(error), "error"));
}

function FailedPageLine({ page }: { page: FailedPage }) {
  const files = [
    { label: "Screenshot", name: page.screenshotName },
    { label: "HTML", name: page.htmlName },
  ];
  return (
    <li>
      <a href={page.pageUrl} target="_blank" rel="noopener noreferrer">
        {page.pageUrl}
      </a>
      <span>{page.reason}</span>
      {files.map(({ label, name }) =>
        name ? (
          <button key={label} type="button" className={styles.file} onClick={() => fetchFile(name)}>
            {label}
          </button>
        ) : null,
      )}
    </li>
  );
}

/** The share of items that had each field, in per cent. */
function Coverage({ coverage }: { coverage: Readonly<Record<string, number>> }) {
  return (
    <dl className={styles.coverage}>
      {Object.entries(coverage).map(([field, share]) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>{Math.round(share * 100)} %</dd>
        </div>
      ))}
    </dl>
  );
}

/** Why a run failed or is suspect, the pages that could not be read, and the field coverage. */
export function RunReport({ record }: { record: HistoryRecord }) {
  const pages = record.failedPages;
  return (
    <div className={styles.report}>
      {record.failureReason && <p className={styles.reason}>{record.failureReason}</p>}
      {pages.length > 0 && (
        <ul className={styles.pages}>
          {pages.map((page, index) => (
            <FailedPageLine key={index} page={page} />
          ))}
        </ul>
      )}
      {record.coverage && <Coverage coverage={record.coverage} />}
    </div>
  );
}

import { download, downloadItems, type ExportFormat } from "../api/downloads";
import { reasonOf } from "./history";
import type { FailedPage, HistoryRecord } from "../api/wire";
import styles from "./report.module.css";

function FailedPageLine({ page }: { page: FailedPage }) {
  const files = [
    { label: "Screenshot", name: page.screenshotName },
    { label: "HTML", name: page.htmlName },
  ];
  return (
    <li>
      <span className={styles.page}>
        <a href={page.pageUrl} target="_blank" rel="noopener noreferrer">
          {page.pageUrl}
        </a>
        <span>{page.reason}</span>
      </span>
      <span className={styles.files}>
        {files.map(({ label, name }) =>
          name ? (
            <button
              key={label}
              type="button"
              className={styles.file}
              aria-label={`${label} of ${page.pageUrl}`}
              onClick={() => download(name)}
            >
              {label}
            </button>
          ) : null,
        )}
      </span>
    </li>
  );
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  href: "Link",
  image: "Image",
  price: "Price",
  productBrand: "Brand",
};

/** The share of items that had each field, in per cent. Only a store of many brands prints brands. */
function Coverage({ coverage }: { coverage: Readonly<Record<string, number>> }) {
  const shown = Object.entries(coverage).filter(([field, share]) => field !== "productBrand" || share > 0);
  return (
    <dl className={styles.coverage} aria-label="Share of the products with each field">
      {shown.map(([field, share]) => (
        <div key={field}>
          <dt>{FIELD_NAMES[field] ?? field}</dt>
          <dd>{Math.round(share * 100)} %</dd>
        </div>
      ))}
    </dl>
  );
}

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: "csv", label: "CSV" },
  { format: "jsonl", label: "JSON Lines" },
];

/** Downloads of the run's items. */
function Exports({ runId }: { runId: number }) {
  return (
    <div className={styles.files} role="group" aria-label="Export the items">
      <span className={styles.exports}>Items as</span>
      {FORMATS.map(({ format, label }) => (
        <button
          key={format}
          type="button"
          className={styles.file}
          onClick={() => downloadItems(runId, format)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Why a run failed or is suspect, the pages that could not be read, and the field coverage. */
export function RunReport({ record }: { record: HistoryRecord }) {
  const pages = record.failedPages;
  const reason = reasonOf(record);
  return (
    <div className={styles.report}>
      {reason && (
        <p className={styles.reason} data-result={record.result}>
          {reason}
        </p>
      )}
      {pages.length > 0 && (
        <ul className={styles.pages}>
          {pages.map((page, index) => (
            <FailedPageLine key={index} page={page} />
          ))}
        </ul>
      )}
      {record.coverage && <Coverage coverage={record.coverage} />}
      {record.foundCount > 0 && <Exports runId={record.id} />}
    </div>
  );
}

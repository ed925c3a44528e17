import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, messageOf } from "../../../lib/api/client";
import { LoadError } from "../../../components/states/LoadError";
import { fetchHistoryLog } from "../api/runs";
import { logLines } from "../log/logTail";
import { RunImagesView } from "./RunImagesView";
import { Tabs } from "../../../components/tabs/Tabs";
import { VirtualLog } from "../log/VirtualLog";
import type { FailedPage, HistoryRecord } from "../api/wire";
import { download, downloadItems } from "../api/downloads";
import { reasonOf } from "./history";
import styles from "./report.module.css";

const VIEWS = [
  { id: "logs", label: "Logs" },
  { id: "images", label: "Images" },
] as const;

type ViewId = (typeof VIEWS)[number]["id"];

function RunLog({ runId }: { runId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["log", runId],
    queryFn: ({ signal }) => fetchHistoryLog(runId, signal),
  });
  if (error instanceof ApiError && error.status === 404) return <p role="status">{messageOf(error)}</p>;
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p>Loading the log…</p>;
  return <VirtualLog lines={logLines(data)} label={`Log of run ${runId}`} />;
}

interface FileProps {
  label: string;
  of?: string;
  onClick: () => void;
}

function File({ label, of, onClick }: FileProps) {
  return (
    <button type="button" className={styles.file} onClick={onClick}>
      {label}
      {of && <span className="visually-hidden"> of {of}</span>}
    </button>
  );
}

function FailedPageLine({ page: { pageUrl, reason, screenshotName, htmlName } }: { page: FailedPage }) {
  return (
    <li>
      <span className={styles.page}>
        <a href={pageUrl} target="_blank" rel="noopener noreferrer">
          {pageUrl}
        </a>
        <span>{reason}</span>
      </span>
      <span className={styles.files}>
        {screenshotName && <File label="Screenshot" of={pageUrl} onClick={() => download(screenshotName)} />}
        {htmlName && <File label="HTML" of={pageUrl} onClick={() => download(htmlName)} />}
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

function Exports({ runId }: { runId: number }) {
  return (
    <div className={styles.files} role="group" aria-label="Export the items">
      <span className={styles.exports}>Items as</span>
      <File label="CSV" onClick={() => downloadItems(runId, "csv")} />
      <File label="JSON Lines" onClick={() => downloadItems(runId, "jsonl")} />
    </div>
  );
}

const SOURCES: Readonly<Record<string, string>> = {
  pages: "its listing pages",
  feed: "its feed",
  catalogue: "its platform’s catalogue",
};

/** What was done, and which source was read. */
function whatWords({ kind, source }: HistoryRecord): string {
  const of = SOURCES[source];
  if (kind === "check") return `Check by ${of ?? "its other source"}: nothing of it is published`;
  return of ? `Read from ${of}` : "";
}

/** What was read, why a run failed or is suspect, the pages that were not read, what products lost, the coverage. */
export function RunReport({ record }: { record: HistoryRecord }) {
  const pages = record.failedPages;
  const reason = reasonOf(record);
  const what = whatWords(record);
  return (
    <div className={styles.report}>
      {what && <p className="muted">{what}</p>}
      {reason && (
        <p className={styles.reason} data-result={record.result}>
          {reason}
        </p>
      )}
      {record.standing && <p>{record.standing}</p>}
      {record.rejectedBy && (
        <p>
          Rejected by {record.rejectedBy}: {record.rejectedWhy}
        </p>
      )}
      {pages.length > 0 && (
        <ul className={styles.pages}>
          {pages.map((page, index) => (
            <FailedPageLine key={index} page={page} />
          ))}
        </ul>
      )}
      {record.losses.length > 0 && (
        <ul className={styles.losses} aria-label="What known products lost">
          {record.losses.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {record.coverage && <Coverage coverage={record.coverage} />}
      {record.foundCount > 0 && <Exports runId={record.id} />}
    </div>
  );
}

/** An expanded run: what went wrong, then its two sub-views (spec §4: 1 = Logs, 2 = Images). */
export function HistoryDetail({ record }: { record: HistoryRecord }) {
  const [view, setView] = useState<ViewId>("logs");
  return (
    <>
      <RunReport record={record} />
      <Tabs label={`Run ${record.id}`} tabs={VIEWS} current={view} onChange={setView}>
        {view === "logs" ? <RunLog runId={record.id} /> : <RunImagesView runId={record.id} />}
      </Tabs>
    </>
  );
}

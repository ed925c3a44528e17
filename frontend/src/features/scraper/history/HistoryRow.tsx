import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { download } from "../api/downloads";
import { startBrand, startFailedPages, type StartCall } from "../api/runs";
import { formatDuration, formatEnd, formatTime, secondsBetween } from "../duration";
import { brandNameOf, countsOf, pageCount } from "./history";
import { HistoryDetail } from "./HistoryDetail";
import type { BrandName, HistoryRecord } from "../api/wire";
import type { Act } from "../useAct";
import styles from "../table.module.css";

interface HistoryRowProps {
  record: HistoryRecord;
  brands: readonly BrandName[];
  columns: number;
  chosen: boolean;
  expanded: boolean;
  onChoose: () => void;
  /** Asks for a confirmation first. */
  onAccept: () => void;
  onAct: Act;
  onToggle: () => void;
}

function durationOf(record: HistoryRecord): string {
  const seconds = secondsBetween(record.startTime, record.endTime, Date.now());
  return seconds === null ? "–" : formatDuration(seconds);
}

const CALLS: Partial<Record<HistoryRecord["kind"], StartCall>> = {
  "scrape+classify": "start",
  scrape: "startOnlyScrape",
  classify: "startOnlyClassificationSingle",
};

/** Starts the same once more; null where that is not an operator's to start: an import, all brands. */
function startAgain({ kind, brandId }: HistoryRecord): (() => Promise<string>) | null {
  const call = CALLS[kind];
  return call && brandId !== null ? () => startBrand(call, String(brandId)) : null;
}

interface FigureProps {
  /** Its place in a phone's card. */
  cell: string;
  /** Its column, which a card has no head for. */
  label: string;
  children: ReactNode;
}

function Figure({ cell, label, children }: FigureProps) {
  return (
    <td className={styles.number} data-cell={cell} data-label={label}>
      {children}
    </td>
  );
}

const COUNTS: readonly { cell: string; label: string; of: (record: HistoryRecord) => ReactNode }[] = [
  { cell: "new", label: "new", of: (record) => countsOf(record).newImageCount },
  { cell: "deleted", label: "deleted", of: (record) => countsOf(record).deletedImageCount },
  { cell: "images", label: "found img", of: (record) => countsOf(record).foundImageCount },
  { cell: "groups", label: "found grp", of: (record) => countsOf(record).foundGroupCount },
  { cell: "changed", label: "changed", of: (record) => record.changedCount },
  { cell: "gone", label: "gone", of: (record) => record.goneCount },
  { cell: "rejected", label: "rejected", of: (record) => record.rejectedCount },
];

function Cells({ record, brands }: Pick<HistoryRowProps, "record" | "brands">) {
  const name = brandNameOf(record, brands);
  return (
    <>
      <Figure cell="id" label="brandId">
        {record.brandId ?? "–"}
      </Figure>
      <td className={styles.brand} data-cell="brand">
        {record.brandId === null ? name : <Link to={`/scraper?brand=${record.brandId}`}>{name}</Link>}
      </td>
      <td className={styles.cmd} data-cell="log">
        {record.logfileName}
      </td>
      <td data-cell="state">
        <span className={styles.state} data-state={record.result}>
          {record.result}
        </span>
        {record.limitedTo !== null && <span className={styles.part}>{pageCount(record.limitedTo)} only</span>}
      </td>
      {COUNTS.map(({ cell, label, of }) => (
        <Figure key={cell} cell={cell} label={label}>
          {of(record)}
        </Figure>
      ))}
      <td className={styles.figure} data-cell="start" data-label="start time">
        {formatTime(record.startTime)}
      </td>
      <td className={styles.figure} data-cell="end" data-label="end time">
        {formatEnd(record.startTime, record.endTime)}
      </td>
      <Figure cell="time" label="duration">
        {durationOf(record)}
      </Figure>
    </>
  );
}

function Actions({
  record,
  expanded,
  onToggle,
  onAccept,
  onAct,
}: Pick<HistoryRowProps, "record" | "expanded" | "onToggle" | "onAccept" | "onAct">) {
  const again = startAgain(record);
  return (
    <div className={styles.actions}>
      <button type="button" aria-expanded={expanded} onClick={onToggle}>
        {expanded ? "Hide logs" : "View logs"}
      </button>
      <button type="button" onClick={() => download(record.logfileName)}>
        Download
      </button>
      {again && (
        <button type="button" onClick={() => onAct(again)}>
          Start again
        </button>
      )}
      {again && record.failedPages.length > 0 && (
        <button type="button" onClick={() => onAct(() => startFailedPages(record.id))}>
          Failed pages only
        </button>
      )}
      {record.acceptable && (
        <button type="button" aria-haspopup="dialog" onClick={onAccept}>
          Accept…
        </button>
      )}
    </div>
  );
}

/** A run; expanded it shows its log, its images and why it failed. */
export function HistoryRow({ brands, columns, chosen, onChoose, ...row }: HistoryRowProps) {
  const { record, expanded } = row;
  return (
    <>
      <tr data-run={record.id}>
        <td data-cell="pick">
          <label className={styles.choose}>
            <span className="visually-hidden">Compare run {record.id}</span>
            <input type="checkbox" checked={chosen} onChange={onChoose} />
          </label>
        </td>
        <Cells record={record} brands={brands} />
        <td data-cell="actions">
          <Actions {...row} />
        </td>
      </tr>
      {expanded && (
        <tr className={styles.detail}>
          <td colSpan={columns}>
            <div className={styles.inSight}>
              <HistoryDetail record={record} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

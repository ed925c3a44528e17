import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { download } from "../api/downloads";
import { startBrand, startFailedPages, type StartCall } from "../api/runs";
import { formatDuration, formatEnd, formatTime, secondsBetween } from "../duration";
import { brandNameOf, counted, countsOf } from "./history";
import { HistoryDetail } from "./HistoryDetail";
import type { BrandName, HistoryRecord } from "../api/wire";
import type { Act } from "../useAct";
import styles from "../table.module.css";
import { Cell } from "../Table";

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
      <Cell area="id" label="brandId" className={styles.number}>
        {record.brandId ?? "–"}
      </Cell>
      <Cell area="brand" className={styles.brand}>
        {record.brandId === null ? name : <Link to={`/scraper?brand=${record.brandId}`}>{name}</Link>}
      </Cell>
      <Cell area="log" className={styles.cmd}>
        {record.logfileName}
      </Cell>
      <Cell area="state">
        <span className={styles.state} data-state={record.result}>
          {record.result}
        </span>
        {record.limitedTo !== null && (
          <span className={styles.part}>{counted(record.limitedTo, "page")} only</span>
        )}
      </Cell>
      {COUNTS.map(({ cell, label, of }) => (
        <Cell key={cell} area={cell} label={label} className={styles.number}>
          {of(record)}
        </Cell>
      ))}
      <Cell area="start" label="start time" className={styles.figure}>
        {formatTime(record.startTime)}
      </Cell>
      <Cell area="end" label="end time" className={styles.figure}>
        {formatEnd(record.startTime, record.endTime)}
      </Cell>
      <Cell area="time" label="duration" className={styles.number}>
        {durationOf(record)}
      </Cell>
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
        <Cell area="pick">
          <label className={styles.choose}>
            <span className="visually-hidden">Compare run {record.id}</span>
            <input type="checkbox" checked={chosen} onChange={onChoose} />
          </label>
        </Cell>
        <Cells record={record} brands={brands} />
        <Cell area="actions">
          <Actions {...row} />
        </Cell>
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

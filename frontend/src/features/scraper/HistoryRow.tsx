import { Link } from "react-router-dom";
import { messageOf } from "../../lib/api";
import { showToast } from "../toasts/store";
import { download } from "./api";
import { formatDuration, formatTime, secondsBetween } from "./duration";
import { brandNameOf, countsOf } from "./history";
import { HistoryDetail } from "./HistoryDetail";
import type { BrandName, HistoryRecord } from "./wire";
import styles from "./table.module.css";

interface HistoryRowProps {
  record: HistoryRecord;
  brands: readonly BrandName[];
  columns: number;
  chosen: boolean;
  expanded: boolean;
  onChoose: () => void;
  onToggle: () => void;
}

function downloadLog(name: string): void {
  download(name).catch((error: unknown) => showToast(messageOf(error), "error"));
}

function durationOf(record: HistoryRecord): string {
  const seconds = secondsBetween(record.startTime, record.endTime, Date.now());
  return seconds === null ? "–" : formatDuration(seconds);
}

function Cells({ record, brands }: Pick<HistoryRowProps, "record" | "brands">) {
  const counts = countsOf(record);
  const name = brandNameOf(record, brands);
  return (
    <>
      <td className={styles.figure}>{record.brandId ?? "–"}</td>
      <td>{record.brandId === null ? name : <Link to={`/scraper?brand=${record.brandId}`}>{name}</Link>}</td>
      <td className={styles.cmd}>{record.logfileName}</td>
      <td>
        <span className={styles.state} data-state={record.result}>
          {record.result}
        </span>
      </td>
      <td className={styles.figure}>{counts.newImageCount}</td>
      <td className={styles.figure}>{counts.deletedImageCount}</td>
      <td className={styles.figure}>{counts.foundImageCount}</td>
      <td className={styles.figure}>{counts.foundGroupCount}</td>
      <td className={styles.figure}>{formatTime(record.startTime)}</td>
      <td className={styles.figure}>{formatTime(record.endTime)}</td>
      <td className={styles.figure}>{durationOf(record)}</td>
    </>
  );
}

/** A run; expanded it shows its log, its images and why it failed. */
export function HistoryRow({ record, brands, columns, chosen, expanded, onChoose, onToggle }: HistoryRowProps) {
  return (
    <>
      <tr data-run={record.id}>
        <td>
          <input
            type="checkbox"
            className={styles.choose}
            checked={chosen}
            onChange={onChoose}
            aria-label={`Compare run ${record.id}`}
          />
        </td>
        <Cells record={record} brands={brands} />
        <td>
          <div className={styles.actions}>
            <button type="button" aria-expanded={expanded} onClick={onToggle}>
              {expanded ? "Hide logs" : "View logs"}
            </button>
            <button type="button" onClick={() => downloadLog(record.logfileName)}>
              Download
            </button>
          </div>
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

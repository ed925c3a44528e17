import { useState } from "react";
import { download } from "../api/downloads";
import { formatDuration, secondsBetween } from "../duration";
import { logNameOf } from "../log/logTail";
import { Progress } from "./Progress";
import { StatusText } from "../log/StatusText";
import type { ScraperProcess } from "../api/wire";
import styles from "../table.module.css";

const PROCESS_COLUMNS = 7;

interface ProcessRowProps {
  process: ScraperProcess;
  /** It was being read when it went out of the list. */
  ended: boolean;
  expanded: boolean;
  onToggle: () => void;
  onStop: () => void;
}

function stateOf(process: ScraperProcess, ended: boolean): string {
  if (ended) return "ended";
  return process.stopRequested ? "stopping" : process.state;
}

function elapsed(process: ScraperProcess): string {
  const seconds = secondsBetween(process.startTime, null, Date.now());
  return seconds === null ? "–" : formatDuration(seconds);
}

/** A process with its buttons; expanded it shows its status text, polled until "Stop poll". */
export function ProcessRow({ process, ended, expanded, onToggle, onStop }: ProcessRowProps) {
  const [polling, setPolling] = useState(true);
  const toggle = () => {
    setPolling(true);
    onToggle();
  };
  return (
    <>
      <tr data-pid={process.pid}>
        <td className={styles.number} data-cell="id" data-label="pid">
          {process.pid}
        </td>
        <td className={styles.brand} data-cell="brand">
          {process.brand ?? "All brands"}
        </td>
        <td data-cell="state">
          <span className={styles.state} data-state={stateOf(process, ended)}>
            {stateOf(process, ended)}
          </span>
        </td>
        <td data-cell="progress">
          <Progress process={process} />
        </td>
        <td className={styles.number} data-cell="time" data-label="time">
          {ended ? "–" : elapsed(process)}
        </td>
        <td className={styles.cmd} data-cell="log">
          {process.cmd}
        </td>
        <td data-cell="actions">
          <div className={styles.actions}>
            <button type="button" aria-expanded={expanded} onClick={toggle}>
              {expanded ? "Hide logs" : "View logs"}
            </button>
            <button type="button" disabled={!expanded || !polling} onClick={() => setPolling(false)}>
              Stop poll
            </button>
            <button type="button" disabled={ended} onClick={onStop}>
              Stop process
            </button>
            <button type="button" onClick={() => download(logNameOf(process.cmd))}>
              Download
            </button>
          </div>
        </td>
      </tr>
      {expanded && (
        <tr className={styles.detail}>
          <td colSpan={PROCESS_COLUMNS}>
            <div className={styles.inSight}>
              <StatusText cmd={process.cmd} polling={polling} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

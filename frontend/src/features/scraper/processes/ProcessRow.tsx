import { useState } from "react";
import { download } from "../api/downloads";
import { formatDuration, secondsBetween } from "../duration";
import { logNameOf } from "../log/logTail";
import { Progress } from "./Progress";
import { StatusText } from "../log/StatusText";
import type { ScraperProcess } from "../api/wire";
import styles from "../table.module.css";
import { Cell } from "../Table";

interface ProcessRowProps {
  process: ScraperProcess;
  /** It was being read when it went out of the list. */
  ended: boolean;
  columns: number;
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
export function ProcessRow({ process, ended, columns, expanded, onToggle, onStop }: ProcessRowProps) {
  const [polling, setPolling] = useState(true);
  const toggle = () => {
    setPolling(true);
    onToggle();
  };
  return (
    <>
      <tr data-pid={process.pid}>
        <Cell area="id" label="pid" className={styles.number}>
          {process.pid}
        </Cell>
        <Cell area="brand" className={styles.brand}>
          {process.brand ?? "All brands"}
        </Cell>
        <Cell area="state">
          <span className={styles.state} data-state={stateOf(process, ended)}>
            {stateOf(process, ended)}
          </span>
        </Cell>
        <Cell area="progress">
          <Progress process={process} />
        </Cell>
        <Cell area="time" label="time" className={styles.number}>
          {ended ? "–" : elapsed(process)}
        </Cell>
        <Cell area="log" className={styles.cmd}>
          {process.cmd}
        </Cell>
        <Cell area="actions">
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
        </Cell>
      </tr>
      {expanded && (
        <tr className={styles.detail}>
          <td colSpan={columns}>
            <div className={styles.inSight}>
              <StatusText cmd={process.cmd} polling={polling} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

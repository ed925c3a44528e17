import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { LoadError } from "../../../components/states/LoadError";
import { fetchProcesses } from "../../../lib/api/operator/processes";
import { toggled } from "../../../lib/toggled";
import { download } from "../api/downloads";
import { stopAll, stopProcess } from "../api/processes";
import type { Process } from "../api/wire";
import { formatElapsed } from "../duration";
import { logNameOf } from "../log/logTail";
import { StatusText } from "../log/StatusText";
import { type Column, State, Table } from "../Table";
import type { Act } from "../useAct";
import { Action } from "../../../components/Action";
import { Dialog } from "../../../components/dialog/Dialog";
import page from "../scraper.module.css";
import styles from "../table.module.css";
import dialog from "../../../components/dialog/dialog.module.css";

/** How often the counts of running processes are refreshed (ms). */
const COUNTS_MS = 2000;

interface Row {
  process: Process;
  /** It was being read when it went out of the list. */
  ended: boolean;
}

/** The running processes, and those being read that ended in the meantime. */
function rowsOf(running: readonly Process[], expanded: readonly Process[]): Row[] {
  const alive = new Set(running.map((process) => process.pid));
  const ended = expanded.filter((process) => !alive.has(process.pid));
  return [
    ...running.map((process) => ({ process, ended: false })),
    ...ended.map((process) => ({ process, ended: true })),
  ];
}

function stateOf({ process, ended }: Row): string {
  if (ended) return "ended";
  return process.stopRequested ? "stopping" : process.state;
}

/** Pages done of all pages as a bar, and the counts so far. */
function Progress({ process }: { process: Process }) {
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

const COLUMNS: readonly Column<Row>[] = [
  { area: "id", label: "pid", className: styles.number, cell: ({ process }) => process.pid },
  {
    area: "brand",
    label: "brand",
    className: styles.brand,
    cell: ({ process }) => process.brand ?? "All brands",
  },
  { area: "state", label: "state", cell: (row) => <State of={stateOf(row)} /> },
  { area: "meter", label: "progress", cell: ({ process }) => <Progress process={process} /> },
  {
    area: "time",
    label: "time",
    className: styles.number,
    cell: ({ process, ended }) => (ended ? "–" : formatElapsed(process.startTime, null)),
  },
  { area: "log", label: "cmd", className: styles.cmd, cell: ({ process }) => process.cmd },
];

interface StopAllProps {
  count: number;
  onStop: Act;
}

/** Stops everything that runs, once the operator has confirmed it. */
function StopAll({ count, onStop }: StopAllProps) {
  const [confirming, setConfirming] = useState(false);
  const processes = count === 1 ? "the process" : `all ${count} processes`;
  return (
    <>
      <Action aria-haspopup="dialog" onClick={() => setConfirming(true)}>
        Stop all…
      </Action>
      {confirming && (
        <Dialog title={`Stop ${processes}?`} width="narrow" onClose={() => setConfirming(false)}>
          <p className={dialog.text}>
            What they have read so far is kept, nothing is hidden, and each can be started again.
          </p>
          <div className={dialog.actions}>
            <Action onClick={() => setConfirming(false)}>Cancel</Action>
            <Action
              kind="filled"
              onClick={() => {
                setConfirming(false);
                onStop(stopAll);
              }}
            >
              Stop {processes}
            </Action>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The table of running processes (spec §2.8). Mounted afresh at each reload, which ends all polls. */
export function ProcessesTab({ onStop }: { onStop: Act }) {
  const {
    data: processes,
    error,
    refetch,
  } = useQuery({
    queryKey: ["scraper", "processes"],
    queryFn: ({ signal }) => fetchProcesses(signal),
    refetchInterval: COUNTS_MS,
  });
  const retry = () => void refetch();
  /** Those whose status text shows; it is polled until "Stop poll". */
  const [expanded, setExpanded] = useState<readonly Process[]>([]);
  const [stopped, setStopped] = useState<readonly number[]>([]);
  if (!processes) return <LoadError error={error} onRetry={retry} />;
  const openOf = ({ process }: Row) => expanded.find(({ pid }) => pid === process.pid);
  const isPolled = ({ process }: Row) => !stopped.includes(process.pid);
  const toggle = (row: Row) => {
    setStopped(stopped.filter((pid) => pid !== row.process.pid));
    setExpanded(toggled(expanded, openOf(row) ?? row.process));
  };
  const actions = (row: Row) => (
    <div className={styles.actions}>
      <button type="button" aria-expanded={openOf(row) !== undefined} onClick={() => toggle(row)}>
        {openOf(row) ? "Hide logs" : "View logs"}
      </button>
      <button
        type="button"
        disabled={!openOf(row) || !isPolled(row) || row.ended}
        onClick={() => setStopped([...stopped, row.process.pid])}
      >
        Stop poll
      </button>
      <button type="button" disabled={row.ended} onClick={() => onStop(() => stopProcess(row.process.pid))}>
        Stop process
      </button>
      <button type="button" onClick={() => download(logNameOf(row.process.cmd))}>
        Download
      </button>
      {row.ended && row.process.brandId !== null && (
        <Link to={`/scraper?tab=history&brandId=${row.process.brandId}`}>Its history</Link>
      )}
    </div>
  );
  const rows = rowsOf(processes, expanded);
  return (
    <>
      <LoadError error={error} onRetry={retry} />
      {processes.length > 0 && (
        <div className={page.over}>
          <StopAll count={processes.length} onStop={onStop} />
        </div>
      )}
      {rows.length === 0 ? (
        <p className={styles.empty}>Nothing is running.</p>
      ) : (
        <Table
          name="processes"
          label="Processes"
          columns={[...COLUMNS, { area: "actions", label: "actions", cell: actions }]}
          rows={rows}
          kind="pid"
          idOf={({ process }) => process.pid}
          detailOf={(row) =>
            openOf(row) && <StatusText cmd={row.process.cmd} polling={isPolled(row)} ended={row.ended} />
          }
        />
      )}
    </>
  );
}

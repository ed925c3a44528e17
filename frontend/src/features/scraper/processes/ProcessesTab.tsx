import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "../../../components/states/LoadError";
import { fetchProcesses } from "../../../lib/api/operator/processes";
import { stopProcess } from "../api/processes";
import { ProcessRow } from "./ProcessRow";
import { StopAll } from "./StopAll";
import type { ScraperProcess } from "../api/wire";
import { Table, type Column } from "../Table";
import type { Act } from "../useAct";
import page from "../scraper.module.css";
import styles from "../table.module.css";

/** How often the counts of running processes are refreshed (ms). */
const COUNTS_MS = 2000;

const COLUMNS: readonly Column[] = [
  { label: "pid", isNumber: true },
  { label: "brand" },
  { label: "state" },
  { label: "progress" },
  { label: "time", isNumber: true },
  { label: "cmd" },
  { label: "actions" },
];

interface Row {
  process: ScraperProcess;
  ended: boolean;
}

/** The running processes, and those being read that ended in the meantime. */
function rowsOf(running: readonly ScraperProcess[], expanded: readonly ScraperProcess[]): Row[] {
  const alive = new Set(running.map((process) => process.pid));
  const ended = expanded.filter((process) => !alive.has(process.pid));
  return [
    ...running.map((process) => ({ process, ended: false })),
    ...ended.map((process) => ({ process, ended: true })),
  ];
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
  const [expanded, setExpanded] = useState<readonly ScraperProcess[]>([]);
  const toggle = (process: ScraperProcess) =>
    setExpanded((open) =>
      open.some(({ pid }) => pid === process.pid)
        ? open.filter(({ pid }) => pid !== process.pid)
        : [...open, process],
    );
  if (!processes) return <LoadError error={error} onRetry={retry} />;
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
        <Table name="processes" label="Processes" columns={COLUMNS}>
          {rows.map(({ process, ended }) => (
            <ProcessRow
              key={process.pid}
              process={process}
              ended={ended}
              columns={COLUMNS.length}
              expanded={expanded.some(({ pid }) => pid === process.pid)}
              onToggle={() => toggle(process)}
              onStop={() => onStop(() => stopProcess(process.pid))}
            />
          ))}
        </Table>
      )}
    </>
  );
}

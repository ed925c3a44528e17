import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "../../components/Button";
import { Confirm } from "../../components/dialog/Dialog";
import { messageOf } from "../../lib/api/client";
import { download, load, postAsOperator } from "../../lib/api/operator";
import type { Process } from "../../lib/api/schema";
import { formatElapsed, withSiteTime } from "../../lib/time";
import { toggled } from "../../lib/search/searchState";
import { ActButton, actions, type Column, ListTab, State, useAct } from "./Table";
import styles from "./table.module.css";

/** Spec §9: the status text keeps the last 5,000 characters. */
const STATUS_CHARACTERS = 5000;

/** The end of a growing text, cut at a character and not inside a surrogate pair. */
export function lastCharacters(text: string, limit: number = STATUS_CHARACTERS): string {
  if (text.length <= limit) return text;
  const tail = text.slice(-limit);
  const startsInsidePair = /^[\uDC00-\uDFFF]/.test(tail);
  return startsInsidePair ? tail.slice(1) : tail;
}

/** The lines of a log: trimmed and split on CRLF (spec §4); lone line feeds count as well. */
export function logLines(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === "" ? [] : trimmed.split(/\r?\n/);
}

/**
 * The tail of a process's command that names its log: what `cmd` ends in, from the status folder on
 * (spec §7, getStatus).
 */
export function logNameOf(cmd: string): string {
  const path = cmd.trim().split(/\s+/).at(-1) ?? "";
  const start = path.lastIndexOf("scrape/status/");
  return start < 0 ? fileNameOf(path) : path.slice(start);
}

/** The last part of a path, by which a file is downloaded. */
export function fileNameOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}

/** How often the counts of running processes are refreshed (ms). */
const COUNTS_MS = 2000;
/** Spec §7: how often an expanded process requests its status text (ms), each time after an answer. */
const STATUS_POLL_MS = 1000;
/** Nearer than this to its end (px), the box follows new text. */
const FOLLOW_PX = 40;

interface Row {
  process: Process;
  /** It was being read when it went out of the list. */
  ended: boolean;
}

/** The running processes, and those being read that ended in the meantime. */
function rowsOf(running: readonly Process[], expanded: readonly Process[]): Row[] {
  const ended = expanded.filter(({ pid }) => !running.some((process) => process.pid === pid));
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
function Progress({ process: { pagesDone, pagesTotal, foundCount, newCount } }: { process: Process }) {
  return (
    <div className="grid gap-1">
      {pagesTotal > 0 && (
        <progress
          className={styles.meter}
          max={pagesTotal}
          value={pagesDone}
          aria-label={`Page ${pagesDone} of ${pagesTotal}`}
        />
      )}
      <span className="nowrap">
        {pagesTotal > 0 && `${pagesDone}/${pagesTotal} pages · `}
        {foundCount} found{newCount > 0 && ` · ${newCount} new`}
      </span>
    </div>
  );
}

/**
 * The end of a running log in a scrolling box that follows unless it was scrolled up; polled while it is
 * `polled`, and requested once more when it has ended.
 */
function StatusText({ cmd, polled, ended }: { cmd: string; polled: boolean; ended: boolean }) {
  const body = { logfileName: logNameOf(cmd) };
  const { data = "", error } = useQuery({
    queryKey: ["status", body, ended],
    queryFn: async ({ signal }) =>
      lastCharacters(await postAsOperator("/api/scraper/getStatus", { body }, signal)),
    enabled: polled,
    placeholderData: keepPreviousData,
    refetchInterval: !ended && STATUS_POLL_MS,
  });
  const status = error ? messageOf(error) : data;
  const box = useRef<HTMLPreElement>(null);
  const follow = useRef(true);
  useEffect(() => {
    if (box.current && follow.current) box.current.scrollTop = box.current.scrollHeight;
  }, [status]);
  return (
    <pre
      ref={box}
      className={styles.status}
      role="log"
      aria-label="Status"
      aria-live="off"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        follow.current = scrollHeight - scrollTop - clientHeight < FOLLOW_PX;
      }}
    >
      {status.split("\r\n").map(withSiteTime).join("\n") || "Waiting for the log…"}
    </pre>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { area: "id", label: "pid", isNumber: true, cell: ({ process }) => process.pid },
  {
    area: "brand",
    label: "brand",
    cell: ({ process }) => process.brand ?? "All brands",
  },
  { area: "state", label: "state", cell: (row) => <State of={stateOf(row)} /> },
  { area: "meter", label: "progress", cell: ({ process }) => <Progress process={process} /> },
  {
    area: "time",
    label: "time",
    isNumber: true,
    cell: ({ process, ended }) => (ended ? "–" : formatElapsed(process.startTime, null)),
  },
  { area: "cmd", label: "cmd", cell: ({ process }) => process.cmd },
];

/** Stops everything that runs, once the operator has confirmed it. */
function StopAll({ count }: { count: number }) {
  const { act } = useAct();
  const [isConfirming, setIsConfirming] = useState(false);
  const processes = count === 1 ? "the process" : `all ${count} processes`;
  return (
    <div className="flex justify-end mb-2">
      <Button aria-haspopup="dialog" onClick={() => setIsConfirming(true)}>
        Stop all…
      </Button>
      {isConfirming && (
        <Confirm
          title={`Stop ${processes}?`}
          does={`Stop ${processes}`}
          onClose={() => setIsConfirming(false)}
          onYes={() => act(() => postAsOperator("/api/scraper/stopAll", { body: {} }))}
        >
          What they have read so far is kept, nothing is hidden, and each can be started again.
        </Confirm>
      )}
    </div>
  );
}

/** The table of running processes (spec §2.8). Mounted afresh at each reload, which ends all polls. */
export function ProcessesTab() {
  const list = useQuery({ ...load("/api/scraper/getProcesses", {}), refetchInterval: COUNTS_MS });
  const { data: processes } = list;
  /** Those whose status text shows; it is polled until "Stop poll". */
  const [expanded, setExpanded] = useState<readonly Process[]>([]);
  const [stopped, setStopped] = useState<readonly number[]>([]);
  const openOf = ({ process }: Row) => expanded.find(({ pid }) => pid === process.pid);
  const isPolled = ({ process }: Row) => !stopped.includes(process.pid);
  const toggle = (row: Row) => {
    setStopped(stopped.filter((pid) => pid !== row.process.pid));
    setExpanded(toggled(expanded, openOf(row) ?? row.process));
  };
  const ways = actions<Row>((row) => {
    const { pid, cmd, brandId } = row.process;
    const name = fileNameOf(logNameOf(cmd));
    const isOpen = openOf(row) !== undefined;
    return (
      <>
        <Button kind="row" aria-expanded={isOpen} onClick={() => toggle(row)}>
          {isOpen ? "Hide logs" : "View logs"}
        </Button>
        <Button
          kind="row"
          disabled={!isOpen || !isPolled(row) || row.ended}
          onClick={() => setStopped([...stopped, pid])}
        >
          Stop poll
        </Button>
        <ActButton disabled={row.ended} path="/api/scraper/stop" body={{ pid }}>
          Stop process
        </ActButton>
        <Button
          kind="row"
          onClick={() => download("/api/scraper/download/{name}", { params: { path: { name } } })}
        >
          Download
        </Button>
        {row.ended && brandId !== null && (
          <ButtonLink kind="row" to={`/scraper?tab=history&brandId=${brandId}`}>
            Its history
          </ButtonLink>
        )}
      </>
    );
  });
  return (
    <>
      {processes && processes.length > 0 && <StopAll count={processes.length} />}
      <ListTab
        rows={processes && rowsOf(processes, expanded)}
        query={list}
        empty="Nothing is running."
        label="Processes"
        columns={[...COLUMNS, ways]}
        kind="pid"
        idOf={({ process }) => process.pid}
        detailOf={(row) =>
          openOf(row) && <StatusText cmd={row.process.cmd} polled={isPolled(row)} ended={row.ended} />
        }
      />
    </>
  );
}

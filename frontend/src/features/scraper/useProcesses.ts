import { useEffect, useState } from "react";
import { fetchProcesses } from "./api";
import type { ScraperProcess } from "./wire";

/** How often the counts of running processes are refreshed (ms). */
const COUNTS_MS = 2000;

export interface LiveProcesses {
  processes: readonly ScraperProcess[] | null;
  error: unknown;
  retry: () => void;
}

/** Calls `ask` now and `COUNTS_MS` after each answer, until the answered function is called. */
function repeat(ask: (signal: AbortSignal) => Promise<void>): () => void {
  const abort = new AbortController();
  let timer = 0;
  const turn = () => {
    void ask(abort.signal).then(() => {
      if (!abort.signal.aborted) timer = window.setTimeout(turn, COUNTS_MS);
    });
  };
  turn();
  return () => {
    abort.abort();
    window.clearTimeout(timer);
  };
}

/** The running processes, with counts that follow their runs while the component is mounted. */
export function useProcesses(): LiveProcesses {
  const [processes, setProcesses] = useState<readonly ScraperProcess[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    return repeat(async (signal) => {
      try {
        const list = await fetchProcesses(signal);
        if (signal.aborted) return;
        setProcesses(list);
        setError(null);
      } catch (cause: unknown) {
        if (!signal.aborted) setError(cause);
      }
    });
  }, [attempt]);
  return { processes, error, retry: () => setAttempt((count) => count + 1) };
}

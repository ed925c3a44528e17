import { useEffect, useState } from "react";

export interface Polled<T> {
  data: T | null;
  error: unknown;
  retry: () => void;
}

/** Calls `ask` now and `pauseMs` after each answer, until the answered function is called. */
function repeat(ask: (signal: AbortSignal) => Promise<void>, pauseMs: number): () => void {
  const abort = new AbortController();
  let timer = 0;
  const turn = () => {
    void ask(abort.signal).then(() => {
      if (!abort.signal.aborted) timer = window.setTimeout(turn, pauseMs);
    });
  };
  turn();
  return () => {
    abort.abort();
    window.clearTimeout(timer);
  };
}

/** What `load` answers, asked for again and again while the component is mounted. */
export function usePolled<T>(load: (signal: AbortSignal) => Promise<T>, pauseMs: number): Polled<T> {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    return repeat(async (signal) => {
      try {
        const answer = await load(signal);
        if (signal.aborted) return;
        setData(answer);
        setError(null);
      } catch (cause: unknown) {
        if (!signal.aborted) setError(cause);
      }
    }, pauseMs);
  }, [load, pauseMs, attempt]);
  return { data, error, retry: () => setAttempt((count) => count + 1) };
}

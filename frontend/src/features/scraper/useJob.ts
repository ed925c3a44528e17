import { useCallback, useEffect, useRef, useState } from "react";
import { messageOf } from "../../lib/api";
import { runJob } from "./api";

export interface Job<T> {
  state: "idle" | "running" | "failed" | "done";
  result: T | null;
  error: string | null;
  start: (body: unknown) => void;
}

type Outcome<T> = Omit<Job<T>, "start">;

/** A job of the server: started, waited for, and let go when another is started or the page is left. */
export function useJob<T>(path: string, onDone?: (result: T) => void): Job<T> {
  const [outcome, setOutcome] = useState<Outcome<T>>({ state: "idle", result: null, error: null });
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const start = useCallback(
    (body: unknown) => {
      current.current?.abort();
      const abort = new AbortController();
      current.current = abort;
      setOutcome((old) => ({ ...old, state: "running", error: null }));
      runJob<T>(path, body, abort.signal).then(
        (result) => {
          setOutcome({ state: "done", result, error: null });
          onDone?.(result);
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          setOutcome((old) => ({ ...old, state: "failed", error: messageOf(error) }));
        },
      );
    },
    [path, onDone],
  );
  return { ...outcome, start };
}

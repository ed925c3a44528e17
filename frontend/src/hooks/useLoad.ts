import { useCallback, useEffect, useState, type DependencyList } from "react";

interface Settled<T> {
  run: object;
  data: T | undefined;
  error: Error | null;
}

export interface Loaded<T> {
  /** The newest answer; the one before it while a newer one is on its way. */
  data: T | undefined;
  error: Error | null;
  loading: boolean;
  reload: () => void;
}

/**
 * Loads on mount and whenever `deps` change. The request before is aborted, and an answer that
 * comes late all the same is dropped.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, deps: DependencyList): Loaded<T> {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<Settled<T> | null>(null);
  // eslint-disable-next-line react-hooks/exhaustive-deps, react-hooks/use-memo -- the caller names what it reads
  const start = useCallback(load, deps);
  useEffect(() => {
    const abort = new AbortController();
    start(abort.signal).then(
      (data) => {
        if (!abort.signal.aborted) setSettled({ run: start, data, error: null });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const reason = error instanceof Error ? error : new Error(String(error));
        setSettled((old) => ({ run: start, data: old?.data, error: reason }));
      },
    );
    return () => abort.abort();
  }, [start, attempt]);
  const reload = useCallback(() => {
    setSettled(null);
    setAttempt((count) => count + 1);
  }, []);
  const fresh = settled !== null && settled.run === start;
  return { data: settled?.data, error: fresh ? settled.error : null, loading: !fresh, reload };
}

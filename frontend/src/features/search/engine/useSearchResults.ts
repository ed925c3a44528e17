import { useCallback, useMemo, useState } from "react";
import { NOT_STARTED, type KnownResults } from "./useAnswer";

/**
 * What the newest InstantSearch reports, with a retry that asks for what the URL says. After an error
 * InstantSearch goes back to the parameters of its last answer, and its own refresh would ask for
 * those: a new one (`attempt` is its key) knows no others than the URL's. What was answered before
 * stays until it has an answer.
 */
export function useSearchResults() {
  const [attempt, setAttempt] = useState(0);
  const [results, setResults] = useState(NOT_STARTED);
  const report = useCallback(
    (next: KnownResults) =>
      setResults((old) => (next.facts.total === null ? { ...next, facts: old.facts } : next)),
    [],
  );
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { attempt, results: useMemo(() => ({ ...results, retry }), [results, retry]), report };
}

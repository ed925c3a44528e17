import { useCallback, useMemo, useState } from "react";
import { NOT_ASKED, type Found } from "./useAnswer";

/**
 * What the newest InstantSearch tells, with a retry that asks for what the URL says. After an error
 * InstantSearch goes back to the parameters of its last answer, and its own refresh would ask for
 * those: a new one (`attempt` is its key) knows no others than the URL's. What was found before
 * stays until it has an answer.
 */
export function useFound() {
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState(NOT_ASKED);
  const tell = useCallback(
    (next: Found) => setFound((old) => (next.facts.total === null ? { ...next, facts: old.facts } : next)),
    [],
  );
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { attempt, found: useMemo(() => ({ ...found, retry }), [found, retry]), tell };
}

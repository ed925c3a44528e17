import { useCallback, useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import { useSession } from "../../../lib/visitor/session";
import { NOTHING, type Facts } from "./answer";
import { foreseenFacts } from "./foreseen";

/** What the screens show: the facts, and the state of the request for newer ones. */
export interface Answer extends Omit<Facts, "counts"> {
  countsOf: (attribute: string) => Readonly<Record<string, number>> | null;
  /** Slower than 200 ms, which the screen shows. */
  stalled: boolean;
  loading: boolean;
  error: Error | null;
  retry: () => void;
}

/** The present state of the search engine's client; on an error the facts before it stay. */
export interface CachedResults {
  facts: Facts;
  status: "idle" | "loading" | "stalled" | "error";
  error: Error | null;
}

const NOT_STARTED: CachedResults = { facts: NOTHING, status: "loading", error: null };

type Results = CachedResults & { retry: () => void };

/**
 * What the newest InstantSearch reports, with a retry of the URL's search. After an error
 * InstantSearch goes back to the parameters of its last answer, and its own refresh would request
 * those: a new one (`attempt` is its key) has no others than the URL's. What was answered before
 * stays until it has an answer.
 */
export function useSearchResults() {
  const [attempt, setAttempt] = useState(0);
  const [results, setResults] = useState(NOT_STARTED);
  const report = useCallback(
    (next: CachedResults) =>
      setResults((old) => (next.facts.total === null ? { ...next, facts: old.facts } : next)),
    [],
  );
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { attempt, results: useMemo(() => ({ ...results, retry }), [results, retry]), report };
}

/** The answer in the shape that screens read; before it, the one inside the page. */
export function useAnswer({ facts: results, status, error, retry }: Results): Answer {
  const session = useSession();
  const { search } = useLocation();
  const isFirst = results.total === null;
  const facts = useMemo(
    () => (isFirst ? foreseenFacts(search, session) : null) ?? results,
    [isFirst, search, session, results],
  );
  return useMemo(() => {
    const { counts } = facts;
    return {
      ...facts,
      countsOf: (attribute) => (counts ? (counts[attribute] ?? {}) : null),
      stalled: status === "stalled",
      loading: status === "loading" || status === "stalled",
      error: status === "error" ? (error ?? new Error("Search is unavailable, try again")) : null,
      retry,
    };
  }, [facts, status, error, retry]);
}

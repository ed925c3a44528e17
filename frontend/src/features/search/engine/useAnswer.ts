import { useMemo } from "react";
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

/** What the search engine's client knows now; on an error the facts before it stay. */
export interface KnownResults {
  facts: Facts;
  status: "idle" | "loading" | "stalled" | "error";
  error: Error | null;
}

export const NOT_STARTED: KnownResults = { facts: NOTHING, status: "loading", error: null };

type Results = KnownResults & { retry: () => void };

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
      countsOf: (attribute) => counts && (counts[attribute] ?? {}),
      stalled: status === "stalled",
      loading: status === "loading" || status === "stalled",
      error: status === "error" ? (error ?? new Error("Search is unavailable, try again")) : null,
      retry,
    };
  }, [facts, status, error, retry]);
}

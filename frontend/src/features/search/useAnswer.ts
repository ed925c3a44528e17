import { useCallback, useMemo } from "react";
import { useInstantSearch } from "react-instantsearch";
import type { Hit } from "../../lib/wire";
import { factsOf } from "./answer";

export interface Answer {
  hits: readonly Hit[];
  /** Null until the first answer. */
  total: number | null;
  pages: number;
  pageSize: number;
  /** From 1; the page these hits are, which lags behind the URL while loading. */
  page: number;
  countsOf: (attribute: string) => Readonly<Record<string, number>> | null;
  /** Slow enough to be said (200 ms). */
  stalled: boolean;
  loading: boolean;
  error: Error | null;
  retry: () => void;
}

/** What InstantSearch knows, in our shapes. On an error the answer before it stays. */
export function useAnswer(): Answer {
  const { results, status, error, refresh } = useInstantSearch({ catchError: true });
  const facts = useMemo(() => factsOf(results), [results]);
  const { counts } = facts;
  const countsOf = useCallback((attribute: string) => counts && (counts[attribute] ?? {}), [counts]);
  return {
    ...facts,
    countsOf,
    stalled: status === "stalled",
    loading: status === "loading" || status === "stalled",
    error: status === "error" ? (error ?? new Error("Search is unavailable, try again")) : null,
    retry: refresh,
  };
}

import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import { useSession } from "../../../lib/visitor/session";
import type { Orders } from "../../../lib/api/filterData";
import type { Hit, Understanding, Way } from "../../../lib/api/wire";
import { NOTHING, type Facts } from "./answer";
import { foreseenFacts } from "./foreseen";

export interface Answer {
  hits: readonly Hit[];
  /** Null until the first answer. */
  total: number | null;
  pages: number;
  pageSize: number;
  /** From 1; the page these hits are, which lags behind the URL while loading. */
  page: number;
  /** In a chosen order: one list, which sections would regroup. */
  sorted: boolean;
  orders: Orders;
  countsOf: (attribute: string) => Readonly<Record<string, number>> | null;
  /** How the text of these hits was read; null without one. */
  understanding: Understanding | null;
  ways: readonly Way[];
  /** Slow enough to be said (200 ms). */
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

/** What was answered, in the shape that screens read; before that, what the page came with. */
export function useAnswer({
  facts: results,
  status,
  error,
  retry,
}: KnownResults & { retry: () => void }): Answer {
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

import { useCallback, useEffect, useState } from "react";
import type { QueryObserverResult } from "@tanstack/react-query";
import type { Query } from "../lib/api/query";
import { useLatest } from "./useLatest";

export interface Data<T> {
  /** The newest answer; the one before it while a newer one is on its way. */
  data: T | undefined;
  error: Error | null;
  loading: boolean;
  reload: () => void;
}

interface CachedData<T> {
  key: string;
  data: T | undefined;
  result: Pick<QueryObserverResult<T>, "error" | "isFetching"> & { refetch?: () => Promise<unknown> };
}

type QueryCode = typeof import("../lib/api/queryClient");
let code: QueryCode | undefined;

async function queryCode(): Promise<QueryCode> {
  code ??= await import("../lib/api/queryClient");
  return code;
}

/** Loads without a component, unless it is there. */
export async function loadData<T>(query: Query<T>): Promise<T> {
  const { queryClient } = await queryCode();
  return queryClient.query({ ...query, staleTime: "static" });
}

/** Puts what a change was answered with in the place of what was loaded. */
export function keepData(queryKey: readonly unknown[], data: unknown): void {
  code?.queryClient.setQueryData(queryKey, data);
}

/**
 * Follows a query as useQuery does, whose 12 kB would be in the way of every first screen: here they
 * come after it, and what the page brought along is drawn without them.
 */
export function useData<T>(query: Query<T>): Data<T> {
  const { queryKey, initialData, enabled = true } = query;
  const key = JSON.stringify(queryKey);
  const latest = useLatest(query);
  const [seen, setSeen] = useState<CachedData<T> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let left = false;
    let end: (() => void) | undefined;
    const see = (result: CachedData<T>["result"], data?: T) =>
      setSeen((old) => ({ key, result, data: data === undefined && enabled ? old?.data : data }));
    queryCode().then(
      ({ watch }) => {
        if (!left) end = watch(latest.current, (result) => see(result, result.data));
      },
      (error: unknown) => {
        if (!left) see({ error: error instanceof Error ? error : null, isFetching: false });
      },
    );
    return () => {
      left = true;
      end?.();
    };
  }, [key, enabled, attempt, latest]);
  const refetch = seen?.result.refetch;
  // Without it the code has not come.
  const reload = useCallback(() => {
    if (refetch) void refetch();
    else setAttempt((count) => count + 1);
  }, [refetch]);
  if (seen?.key === key) {
    const { error, isFetching } = seen.result;
    return { data: seen.data, error, loading: isFetching, reload };
  }
  const there = code?.queryClient.getQueryData<T>(queryKey) ?? initialData;
  return { data: there ?? seen?.data, error: null, loading: enabled && there === undefined, reload };
}

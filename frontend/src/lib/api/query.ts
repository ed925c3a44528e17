import type { FetchOptions, FetchResponse } from "openapi-fetch";
import { api, type Api, bodyOf } from "./client";
import type { paths } from "./schema";
import type { MadeView } from "./wire";
import type { Session } from "../visitor/session";
import { createStore } from "../store";
import { useCallback, useEffect, useState } from "react";
import type { QueryObserverResult } from "@tanstack/react-query";
import { useLatest } from "../hooks";

const reloads = createStore(0);

/** Has everything on the screen load its data again (spec §2.1: the same URL reloads). */
export function reloadData(): void {
  reloads.set(reloads.get() + 1);
}

export const onReload = reloads.subscribe;

/** Grows with each reload: a key for what should start afresh. */
export const useReloadCount = reloads.use;

/** What TanStack Query requests, keeps and gives up: without its code, which comes after the first screen. */
export interface Query<T> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
  /** What the page brought along. */
  initialData?: T | undefined;
  /** In ms; what is younger is not requested again. */
  staleTime?: number;
  gcTime?: number;
  enabled?: boolean;
}

export type PathOf<Method extends "get" | "post"> = {
  [P in keyof paths]: paths[P] extends Record<Method, object> ? P : never;
}[keyof paths];
export type GetOptions<P extends PathOf<"get">> = Pick<FetchOptions<paths[P]["get"]>, "params">;
export type Body<P extends PathOf<"get">> = NonNullable<
  FetchResponse<paths[P]["get"], object, "application/json">["data"]
>;
/** A call of any path: the client's own types do not follow a path that is a variable. */
export type Call = (path: string, options: object) => Promise<{ data?: unknown; response: Response }>;

/** The query of a call of the API's document: its key is the call, its error an ApiError. */
export function get<P extends PathOf<"get">>(
  path: P,
  options: GetOptions<P>,
  { GET }: Pick<Api, "GET"> = api,
): Query<Body<P>> {
  const call = GET as unknown as Call;
  return {
    queryKey: [path, options.params],
    queryFn: ({ signal }) => bodyOf(call(path, { ...options, signal })) as Promise<Body<P>>,
  };
}

/** With what the page brought along, which then is not requested. */
export function cachedData<T>(query: Query<T>, initialData: T | undefined): Query<T> {
  return initialData === undefined ? query : { ...query, initialData, staleTime: Infinity };
}

/** All that is known of a product, for the visitor's currency and country. */
export function productQuery(id: number, session: Session): Query<MadeView> {
  const params = { path: { product_id: id }, query: session };
  const { queryKey, queryFn } = get("/api/products/{product_id}", { params });
  return { queryKey, queryFn: async (context) => ({ ...session, view: await queryFn(context) }) };
}

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

type QueryCode = typeof import("./queryClient");
let code: QueryCode | undefined;

async function queryCode(): Promise<QueryCode> {
  code ??= await import("./queryClient");
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

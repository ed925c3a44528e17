import type { FetchOptions, FetchResponse } from "openapi-fetch";
import { api, type Api, bodyOf } from "./client";
import type { paths } from "./schema";
import type { MadeView } from "./wire";
import type { Session } from "../visitor/session";

import { createStore } from "../store";

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

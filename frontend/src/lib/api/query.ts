import type { FetchOptions, FetchResponse } from "openapi-fetch";
import { api, bodyOf, type Api } from "./client";
import type { paths } from "./schema";

/** What TanStack Query asks for, keeps and gives up: without its code, which comes after the first screen. */
export interface Query<T> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
  /** What the page brought along. */
  initialData?: T | undefined;
  /** In ms; what is younger is not asked for again. */
  staleTime?: number;
  gcTime?: number;
  enabled?: boolean;
}

type GetPath = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];
type Operation<P extends GetPath> = paths[P]["get"];
type Options<P extends GetPath> = Pick<FetchOptions<Operation<P>>, "params">;
type Body<P extends GetPath> = NonNullable<FetchResponse<Operation<P>, object, "application/json">["data"]>;
type Call = (path: string, options: object) => Promise<{ data?: unknown }>;

/** The query of a call of the API's document: its key is the call, its error an ApiError. */
export function get<P extends GetPath>(path: P, options: Options<P>, { GET }: Api = api): Query<Body<P>> {
  const call = GET as unknown as Call;
  return {
    queryKey: [path, options.params],
    queryFn: ({ signal }) => bodyOf(call(path, { ...options, signal })) as Promise<Body<P>>,
  };
}

/** The query of an answer in the shape that the interface uses. */
export function shaped<A, B>({ queryKey, queryFn }: Query<A>, shape: (answer: A) => B): Query<B> {
  return { queryKey, queryFn: async (context) => shape(await queryFn(context)) };
}

/** With what the page brought along, which then is not asked for. */
export function known<T>(query: Query<T>, initialData: T | undefined): Query<T> {
  return initialData === undefined ? query : { ...query, initialData, staleTime: Infinity };
}

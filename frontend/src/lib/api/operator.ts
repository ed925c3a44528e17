import { keepPreviousData } from "@tanstack/react-query";
import type { FetchOptions } from "openapi-fetch";
import { saveFile } from "../browser/share";
import { showError } from "../toasts";
import { createApi, operatorHeaders } from "./client";
import { type Body, type Call, get, type GetOptions, type PathOf, type Query } from "./query";
import type { paths } from "./schema";

/** The calls of operators, with their token. */
export const operatorApi = /* @__PURE__ */ createApi(operatorHeaders);

/** The query of an operator's call. */
export function load<P extends PathOf<"get">>(path: P, options: GetOptions<P>): Query<Body<P>> {
  return get(path, options, operatorApi);
}

interface Page<Rows> {
  rows: Rows;
  /** Of all pages; it comes in a header. */
  total: number;
}

/** The query of a page of a list; the one before stays until it is there. */
export function loadPage<P extends PathOf<"get">>(path: P, options: GetOptions<P>) {
  const call = operatorApi.GET as unknown as Call;
  return {
    queryKey: [path, options.params],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Page<Body<P>>> => {
      const { data = [], response } = await call(path, { ...options, signal });
      const total = response.headers.get("X-Total-Count") ?? (data as unknown[]).length;
      return { rows: data as Body<P>, total: Number(total) };
    },
    placeholderData: keepPreviousData,
  };
}

/** The choices that were made: those that are "" or off are left out of a call. */
export function given<const Query extends object>(query: Query) {
  const made = Object.entries(query).filter(([, value]) => value !== "" && value !== false);
  return Object.fromEntries(made) as { [K in keyof Query]?: Exclude<Query[K], "" | false> };
}

/** Reads a call that answers with a text. */
export async function readText<P extends PathOf<"get">>(
  path: P,
  options: GetOptions<P>,
  signal: AbortSignal,
): Promise<string> {
  const call = operatorApi.GET as unknown as Call;
  const { data = "" } = await call(path, { ...options, signal, parseAs: "text" });
  return data as string;
}

export type PostOptions<P extends PathOf<"post">> = Pick<
  FetchOptions<paths[P]["post"]>,
  "body" | ("params" extends keyof FetchOptions<paths[P]["post"]> ? "params" : never)
>;

/** Does something; resolves with the sentence that the server answers, as a text or as a message. */
export async function postAsOperator<P extends PathOf<"post">>(
  path: P,
  options: PostOptions<P>,
  signal?: AbortSignal,
): Promise<string> {
  const call = operatorApi.POST as unknown as Call;
  const { data = "", response } = await call(path, { ...options, signal, parseAs: "text" });
  const text = data as string;
  const isText = !response.headers.get("Content-Type")?.includes("json");
  return isText ? text : (JSON.parse(text) as { message: string }).message;
}

/** The file name of a Content-Disposition header; log.txt where it names none (spec §7). */
export function dispositionName(header: string | null): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? "");
  if (extended?.[1]) return decodeURIComponent(extended[1]);
  const simple = /filename="?([^";]+)"?/i.exec(header ?? "");
  return simple?.[1]?.trim() || "log.txt";
}

/** Saves an answer as a file; a failure is a toast. */
export function download<P extends PathOf<"get">>(path: P, options: GetOptions<P>): void {
  const call = operatorApi.GET as unknown as Call;
  call(path, { ...options, parseAs: "blob" }).then(
    ({ data = new Blob(), response }) =>
      saveFile(dispositionName(response.headers.get("Content-Disposition")), data as Blob),
    showError,
  );
}

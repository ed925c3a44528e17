import type { Client } from "openapi-fetch";
import { getSession } from "../visitor/session";
import type { paths } from "./schema";

/** An answer that was not a success; `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  readonly status: number;
  /** What programs know the refusal by: "same-website"; "" where the server says none. */
  readonly reason: string;

  constructor(status: number, message: string, reason = "") {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.reason = reason;
  }
}

const UNREACHABLE = "The server cannot be reached, try again";

/** Every request carries the visitor's country (spec §7). */
export function apiHeaders(): Record<string, string> {
  return { "Country-Code": getSession().countryCode };
}

function textIn(body: unknown, name: string): string {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : "";
  return typeof value === "string" ? value : "";
}

/** The server's refusal, where the answer has its shape `{code, status, reason, message, errors}`. */
async function refusalIn(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const message = textIn(body, "message") || response.statusText || UNREACHABLE;
  return new ApiError(response.status, message, textIn(body, "reason"));
}

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

interface Call {
  params?: { path?: Values; query?: Values };
  body?: unknown;
  signal?: AbortSignal | null;
  keepalive?: boolean;
  parseAs?: "json" | "text" | "blob";
}

/** The address of a call: a path's values stand in its braces, those of the query that are there behind it. */
function addressOf(path: string, { path: places = {}, query = {} }: NonNullable<Call["params"]>): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(places[name])));
  const url = new URL(filled, window.location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  return url;
}

async function answered(request: Request): Promise<Response> {
  const response = await globalThis.fetch(request).catch((error: unknown) => {
    throw request.signal.aborted ? error : new ApiError(0, UNREACHABLE);
  });
  if (!response.ok) throw await refusalIn(response);
  return response;
}

async function dataOf(response: Response, parseAs: Call["parseAs"]): Promise<unknown> {
  if (parseAs === "blob") return response.blob();
  const text = await response.text();
  if (parseAs === "text") return text;
  return text === "" ? undefined : JSON.parse(text);
}

export type Api = Pick<Client<paths>, "GET" | "POST" | "DELETE">;

/**
 * A client whose calls are those of the API's document: paths, parameters, bodies and answers are
 * checked against it. A call throws ApiError, or the signal's own AbortError when it was aborted.
 * Only openapi-fetch's types: its own client would be 2 kB of every first load.
 */
export function createApi(headers: () => Record<string, string>): Api {
  const calling =
    (method: string) =>
    async (path: string, { params = {}, body, signal = null, keepalive = false, parseAs }: Call = {}) => {
      const sent: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
      const request = new Request(addressOf(path, params), {
        method,
        signal,
        keepalive,
        headers: { ...headers(), ...sent },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const response = await answered(request);
      return { data: await dataOf(response, parseAs), response };
    };
  return { GET: calling("GET"), POST: calling("POST"), DELETE: calling("DELETE") } as unknown as Api;
}

/** The calls of visitors. */
export const api = createApi(apiHeaders);

/** The body of an answer; the client has thrown for any other than a success. */
export async function bodyOf<T>(call: Promise<{ data?: T | undefined }>): Promise<T> {
  const { data } = await call;
  if (data === undefined) throw new ApiError(0, "The server sent an empty answer, try again");
  return data;
}

/** The text of an answer, which may be empty; the call says `parseAs: "text"`. */
export async function textOf(call: Promise<{ data?: string | undefined }>): Promise<string> {
  const { data = "" } = await call;
  return data;
}

/** What to show a person for any error that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Something went wrong";
}

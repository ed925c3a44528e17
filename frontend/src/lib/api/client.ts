import createClient from "openapi-fetch";
import { getSession } from "../visitor/session";
import type { paths } from "./schema";

/** An answer that was not a success; `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "ApiError";
    this.status = status;
  }
}

const UNREACHABLE = "The server cannot be reached, try again";

/** Every request carries the visitor's country (spec §7). */
export function apiHeaders(): Record<string, string> {
  return { "Country-Code": getSession().countryCode };
}

/** The server's message, where the answer has its shape `{code, status, message, errors}`. */
async function messageIn(response: Response): Promise<string> {
  const fallback = response.statusText || UNREACHABLE;
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== "object" || body === null || !("message" in body)) return fallback;
  return typeof body.message === "string" && body.message !== "" ? body.message : fallback;
}

/**
 * A client whose calls are those of the API's document: paths, parameters, bodies and answers are
 * checked against it. A call throws ApiError, or the signal's own AbortError when it was aborted.
 */
export function createApi(headers: () => Record<string, string>) {
  const client = createClient<paths>({
    baseUrl: window.location.origin,
    fetch: (request) => globalThis.fetch(request),
  });
  client.use({
    onRequest: ({ request }) => {
      for (const [name, value] of Object.entries(headers())) request.headers.set(name, value);
    },
    onResponse: async ({ response }) => {
      if (!response.ok) throw new ApiError(response.status, await messageIn(response));
    },
    onError: ({ request }) => (request.signal.aborted ? undefined : new ApiError(0, UNREACHABLE)),
  });
  return client;
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

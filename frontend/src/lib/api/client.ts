import createClient, { type Client } from "openapi-fetch";
import { getSession } from "../visitor/session";
import type { paths } from "./schema";

/** An answer that was not a success; `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  readonly status: number;
  /** The refusal's name for programs: "same-website"; "" where the server sends none. */
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

/** The operator's token lives as long as the tab: entered once, never written to disk. */
const TOKEN_KEY = "operatorToken";

export function storeOperatorToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token);
}

export function forgetOperatorToken(): void {
  sessionStorage.removeItem(TOKEN_KEY);
}

/** A server that was started open needs no token. */
export function operatorHeaders(): Record<string, string> {
  const token = sessionStorage.getItem(TOKEN_KEY);
  return token ? { ...apiHeaders(), Authorization: `Bearer ${token}` } : apiHeaders();
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

async function checkResponse(request: Request): Promise<Response> {
  const response = await globalThis.fetch(request).catch((error: unknown) => {
    throw request.signal.aborted ? error : new ApiError(0, UNREACHABLE);
  });
  if (!response.ok) throw await refusalIn(response);
  return response;
}

export type Api = Client<paths>;

/** A call throws ApiError, or the signal's own AbortError when it was aborted. */
export function createApi(headers: () => Record<string, string>): Api {
  const client = createClient<paths>({ baseUrl: window.location.origin, fetch: checkResponse });
  client.use({
    onRequest({ request }) {
      for (const [name, value] of Object.entries(headers())) request.headers.set(name, value);
    },
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

/** What to show a person for any error that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Something went wrong";
}

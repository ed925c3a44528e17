import { getSession } from "./session";

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

async function messageIn(response: Response): Promise<string> {
  const fallback = response.statusText || UNREACHABLE;
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== "object" || body === null || !("message" in body)) return fallback;
  return typeof body.message === "string" && body.message !== "" ? body.message : fallback;
}

/** Sends to `/api/<path>`. Throws ApiError, or the signal's own AbortError when it was aborted. */
export async function apiSend(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(apiHeaders())) headers.set(name, value);
  const response = await fetch(`/api/${path}`, { ...init, headers }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, UNREACHABLE);
  });
  if (!response.ok) throw new ApiError(response.status, await messageIn(response));
  return response;
}

async function bodyOf<T>(response: Response): Promise<T> {
  const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
  return (isJson ? await response.json() : await response.text()) as T;
}

/** `path` is relative to /api/. The answer is JSON, or text where the server sends text. */
export async function apiGet<T>(path: string, init: RequestInit = {}): Promise<T> {
  return bodyOf<T>(await apiSend(path, init));
}

export async function apiPost<T>(path: string, body: unknown, init: RequestInit = {}): Promise<T> {
  const headers = { "Content-Type": "application/json", ...(init.headers as object | undefined) };
  const payload = body === undefined ? {} : { body: JSON.stringify(body) };
  return bodyOf<T>(await apiSend(path, { ...init, ...payload, method: "POST", headers }));
}

/** What to show a person for any error that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Something went wrong";
}

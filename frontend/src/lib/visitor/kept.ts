import { createStored, createStoredList, isText, randomId } from "./storage";

/** A search that the visitor wants to come back to: its address, and since when new ones count. */
export interface SavedSearch {
  /** The query of the address, "?q=linen". */
  readonly search: string;
  readonly name: string;
  /** ms since 1970. */
  readonly at: number;
}

/** As many as one request of the search call may hold. */
const MOST_SEARCHES = 20;
const LONGEST = 4000;

export function isSavedSearch(value: unknown): value is SavedSearch {
  const { search, name, at } = (value ?? {}) as Record<string, unknown>;
  const isAddress = typeof search === "string" && search.startsWith("?") && search.length <= LONGEST;
  return isAddress && typeof name === "string" && name.length <= LONGEST && Number.isFinite(at);
}

export const savedSearches = createStoredList("savedSearches", isSavedSearch);

/** Puts searches first; the same addresses are replaced, and the oldest make room. */
export function saveSearches(...added: readonly SavedSearch[]): void {
  const addresses = new Set(added.map(({ search }) => search));
  const others = savedSearches.get().filter(({ search }) => !addresses.has(search));
  savedSearches.set([...added, ...others].slice(0, MOST_SEARCHES));
}

export function forgetSearch(search: string): void {
  savedSearches.set(savedSearches.get().filter((saved) => saved.search !== search));
}

/** What is found from now on counts as new. */
export function seeSearch(search: string, at: number): void {
  savedSearches.set(savedSearches.get().map((saved) => (saved.search === search ? { ...saved, at } : saved)));
}

/** The token of the visitor's alerts, once a mail's link was opened in this browser; null before. */
export const alertToken = createStored<string | null>(
  "alerts",
  (text) => text,
  (token) => token,
);

const IN_HASH = /^#alerts=([\w-]{1,100})$/;

/** The token in an address, "#alerts=…": what follows # is sent to no server. */
export function tokenIn(hash: string): string | null {
  return IN_HASH.exec(hash)?.[1] ?? null;
}

const NAME = /^[A-Za-z0-9-]{16,64}$/;

/** The name of this browser's shared list, once there is one: its guests mark by it what is bought. */
export const ownList = createStored<string | null>(
  "ownList",
  (text) => (isText(text) && NAME.test(text) ? text : null),
  (name) => name,
);

/** The name in a shared list's address, "?ids=1,2&list=…"; null where its guests mark nothing. */
export function sharedListIn(search: string): string | null {
  const name = new URLSearchParams(search).get("list");
  return name !== null && NAME.test(name) ? name : null;
}

/** The name of the own list, given when it is shared for the first time. */
export function ownListName(): string {
  if (ownList.get() === null) ownList.set(randomId());
  return ownList.get() ?? "";
}

import { useSyncExternalStore } from "react";
import { createStoredList } from "./storage";

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

const store = createStoredList("savedSearches", isSavedSearch);

export const savedSearches = store.get;

export function useSavedSearches(): readonly SavedSearch[] {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Puts searches first; the same addresses are replaced, and the oldest make room. */
export function saveSearches(...added: readonly SavedSearch[]): void {
  const addresses = new Set(added.map(({ search }) => search));
  const others = store.get().filter(({ search }) => !addresses.has(search));
  store.set([...added, ...others].slice(0, MOST_SEARCHES));
}

export function forgetSearch(search: string): void {
  store.set(store.get().filter((saved) => saved.search !== search));
}

/** What is found from now on counts as new. */
export function seeSearch(search: string, at: number): void {
  store.set(store.get().map((saved) => (saved.search === search ? { ...saved, at } : saved)));
}

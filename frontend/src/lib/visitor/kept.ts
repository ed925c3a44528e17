import { createStored, createStoredList, isText, randomId } from "../store";
import { useSyncExternalStore } from "react";
import type { Amounts, Hit } from "../api/wire";

/** A list in the browser's storage, the newest first; each entry once. The oldest make room. */
function createKeptList<T, Id>(
  key: string,
  isEntry: (value: unknown) => value is T,
  idOf: (entry: T) => Id,
  most: number,
) {
  const store = createStoredList(key, isEntry);
  const find = (id: Id) => store.get().find((kept) => idOf(kept) === id);
  /** Puts entries first; those that are in it already are replaced. */
  const add = (...entries: readonly T[]) => {
    const ids = new Set(entries.map(idOf));
    store.set([...entries, ...store.get().filter((kept) => !ids.has(idOf(kept)))].slice(0, most));
  };
  const remove = (id: Id) => store.set(store.get().filter((kept) => idOf(kept) !== id));
  const clear = () => store.set([]);
  /** Whether one is in it; a component that reads it is drawn again only when that changes. */
  const useHas = (id: Id) => useSyncExternalStore(store.subscribe, () => find(id) !== undefined);
  return { get: store.get, set: store.set, find, add, remove, clear, use: store.use, useHas };
}

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

export const savedSearches = createKeptList(
  "savedSearches",
  isSavedSearch,
  ({ search }) => search,
  MOST_SEARCHES,
);

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

/** A product as it was when it was saved or looked at. It never leaves the browser by itself. */
export interface KeptProduct {
  readonly id: number;
  readonly name: string;
  readonly brand: string;
  readonly image: string | null;
  readonly price: Amounts | null;
  readonly soldOut: boolean;
  /** When, in ms since 1970. */
  readonly at: number;
}

const LONGEST_NAME = 1000; // characters of a name: what the server's documents hold
const PICTURE = /^(?:\/(?!\/)|https?:\/\/)/;

function isAmounts(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.values(value).every(Number.isFinite));
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value.length <= LONGEST_NAME;
}

function isPicture(value: unknown): boolean {
  return value === null || (typeof value === "string" && PICTURE.test(value));
}

/** Whether a value from a storage or a file is a kept product. */
export function isSavedProduct(value: unknown): value is KeptProduct {
  const kept = (value ?? {}) as Record<string, unknown>;
  const isId = Number.isSafeInteger(kept.id) && Number(kept.id) > 0;
  const isNamed = isName(kept.name) && isName(kept.brand) && isPicture(kept.image);
  return (
    isId && isNamed && isAmounts(kept.price) && typeof kept.soldOut === "boolean" && Number.isFinite(kept.at)
  );
}

export function toSavedProduct(hit: Hit, at = Date.now()): KeptProduct {
  const { productId: id, name, brand, price = null, soldOut = false, images = [] } = hit;
  return { id, name, brand, price, soldOut, image: images[0]?.url ?? null, at };
}

function createProductList(key: string, most: number) {
  return createKeptList(key, isSavedProduct, ({ id }) => id, most);
}

export const favourites = createProductList("favourites", 200);
export const recentlyViewed = createProductList("recentProducts", 24);
/** What is to stand side by side; a fourth one takes the oldest one's place. */
export const compared = createProductList("comparedProducts", 3);

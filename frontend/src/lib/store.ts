import { useSyncExternalStore } from "react";

/** A value outside React, which components follow by `use`. */
export interface Store<T> {
  get: () => T;
  /** Calls the listeners, unless it is the value already. */
  set: (next: T) => void;
  /** Returns the function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
  use: () => T;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
    set: (next) => {
      if (next === value) return;
      value = next;
      listeners.forEach((listener) => listener());
    },
  };
}

type Area = "localStorage" | "sessionStorage";

/** What the browser refuses to keep (private modes, quota): it lasts as long as the page. */
const refused = new Map<string, string | null>();

/** Whether the browser has refused to keep something. */
export function storesNothing(): boolean {
  return refused.size > 0;
}

/** Reads a browser storage, or what it refused to keep; null where there is nothing. */
export function readStored(key: string, area: Area = "localStorage"): string | null {
  const kept = refused.get(`${area}:${key}`);
  if (kept !== undefined) return kept;
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Writes a browser storage, or removes the key for null. Nothing that is kept there may stop a search. */
export function writeStored(key: string, value: string | null, area: Area = "localStorage"): void {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
    refused.delete(`${area}:${key}`);
  } catch {
    refused.set(`${area}:${key}`, value);
  }
}

/**
 * A value outside React that is kept under a key, as the text that `write` makes of it; null: nothing.
 * Another tab of the site may change it, too.
 */
export function createStored<T>(
  key: string,
  parse: (text: string | null) => T,
  write: (value: T) => string | null,
): Store<T> {
  const read = () => parse(readStored(key));
  const store = createStore(read());
  window.addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) store.set(read());
  });
  const set = (value: T) => {
    writeStored(key, write(value));
    store.set(value);
  };
  return { ...store, set };
}

/** A list of entries of one kind that is kept under a key. */
export function createStoredList<T>(
  key: string,
  isEntry: (value: unknown) => value is T,
): Store<readonly T[]> {
  return createStored<readonly T[]>(
    key,
    (text) => listIn(text, isEntry),
    (list) => (list.length > 0 ? JSON.stringify(list) : null),
  );
}

/** The entries of the expected kind in a JSON list; none where it cannot be read. */
export function listIn<T>(json: string | null, isEntry: (value: unknown) => value is T): T[] {
  try {
    const stored: unknown = JSON.parse(json ?? "[]");
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** An id of 128 random bits; also where the page is no secure context, which randomUUID needs. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

import { useSyncExternalStore } from "react";
import { createStored } from "./storage";

const IN_HASH = /^#alerts=([\w-]{1,100})$/;

const store = createStored<string | null>(
  "alerts",
  (text) => text,
  (token) => token,
);

/** The token of the visitor's alerts, once a mail's link was opened in this browser; null before. */
export const alertToken = store.get;

export function useAlertToken(): string | null {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Remembers the token of a mail's link; null forgets it. */
export const keepAlertToken = store.set;

/** The token in an address, "#alerts=…": what follows # is sent to no server. */
export function tokenIn(hash: string): string | null {
  return IN_HASH.exec(hash)?.[1] ?? null;
}

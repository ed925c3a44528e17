import { useSyncExternalStore } from "react";
import { createStore } from "../store";

const reloads = createStore(0);

/** Asks everything on the screen to load its data again (spec §2.1: the same URL reloads). */
export function reloadData(): void {
  reloads.set(reloads.get() + 1);
}

export const onReload = reloads.subscribe;

/** Grows with each reload: a key for what should start afresh. */
export function useReloadCount(): number {
  return useSyncExternalStore(onReload, reloads.get);
}

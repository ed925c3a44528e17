import { useSyncExternalStore } from "react";

let count = 0;
const listeners = new Set<() => void>();

/** Asks everything on the screen to load its data again (spec §2.1: the same URL reloads). */
export function reloadData(): void {
  count += 1;
  listeners.forEach((listener) => listener());
}

export function onReload(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Grows with each reload: a key for what should start afresh. */
export function useReloadCount(): number {
  return useSyncExternalStore(onReload, () => count);
}

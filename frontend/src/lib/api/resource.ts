import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "../store";

interface Resource<T> {
  data: T | undefined;
  error: Error | null;
}

/**
 * Data that the application loads at most once, such as the filter registry. What `known` returns at
 * the start (undefined: nothing) is not loaded at all.
 */
export function createResource<T>(fetcher: () => Promise<T>, known?: () => T | undefined) {
  const first = known?.();
  const store = createStore<Resource<T>>({ data: first, error: null });
  let running: Promise<T> | null = first === undefined ? null : Promise.resolve(first);
  /** Starts the load unless it is running or done, and resolves with it. A failed one starts again. */
  const load = () => {
    running ??= fetcher().then(
      (data) => {
        store.set({ data, error: null });
        return data;
      },
      (reason: unknown) => {
        running = null;
        const error = reason instanceof Error ? reason : new Error(String(reason));
        store.set({ data: undefined, error });
        throw error;
      },
    );
    return running;
  };
  const forget = () => {
    running = null;
    store.set({ data: undefined, error: null });
  };
  const use = () => useSyncExternalStore(store.subscribe, store.get);
  /** The same, and starts the load. */
  const useLoaded = () => {
    useEffect(() => {
      load().catch(() => undefined);
    }, []);
    return use();
  };
  return { load, forget, use, useLoaded };
}

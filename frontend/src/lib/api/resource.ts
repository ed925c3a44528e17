import { useSyncExternalStore } from "react";

export interface Resource<T> {
  data: T | undefined;
  error: Error | null;
}

export interface ResourceStore<T> {
  /** Starts the load unless it is running or done, and answers it. A failed one starts again. */
  load: () => Promise<T>;
  /** Reads without starting anything. */
  peek: () => Resource<T>;
  forget: () => void;
  use: () => Resource<T>;
}

/**
 * Data that the whole application loads at most once, such as the filter registry. What `known`
 * answers at the start (undefined: nothing) is not loaded at all.
 */
export function createResource<T>(fetcher: () => Promise<T>, known?: () => T | undefined): ResourceStore<T> {
  const first = known?.();
  let now: Resource<T> = { data: first, error: null };
  let running: Promise<T> | null = first === undefined ? null : Promise.resolve(first);
  const listeners = new Set<() => void>();
  const settle = (next: Resource<T>) => {
    now = next;
    listeners.forEach((listener) => listener());
  };
  const load = () => {
    running ??= fetcher().then(
      (data) => {
        settle({ data, error: null });
        return data;
      },
      (reason: unknown) => {
        running = null;
        const error = reason instanceof Error ? reason : new Error(String(reason));
        settle({ data: undefined, error });
        throw error;
      },
    );
    return running;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const forget = () => {
    running = null;
    now = { data: undefined, error: null };
  };
  const peek = () => now;
  return { load, peek, forget, use: () => useSyncExternalStore(subscribe, peek) };
}

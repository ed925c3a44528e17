import { createStore } from "../store";

/** Spec §9: a search starts this long after the last keystroke, in ms. */
export const TEXT_PAUSE_MS = 2000;

/** The text being typed, before it is a search. */
export interface Draft {
  /** Null while nothing is being typed: the box then shows the URL's text. */
  get: () => string | null;
  type: (text: string) => void;
  /** Takes the text and cancels the timer; null when nothing was being typed. */
  take: () => string | null;
  subscribe: (listener: () => void) => () => void;
}

/** `onPause` is called without arguments: it is expected to `take` the text. */
export function createDraft(onPause: () => void): Draft {
  const { get, set, subscribe } = createStore<string | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    get,
    type: (text) => {
      clearTimeout(timer);
      timer = setTimeout(onPause, TEXT_PAUSE_MS);
      set(text);
    },
    take: () => {
      clearTimeout(timer);
      const text = get();
      set(null);
      return text;
    },
    subscribe,
  };
}

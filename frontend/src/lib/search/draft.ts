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

/** `onPause` gets nothing: it is expected to `take` the text. */
export function createDraft(onPause: () => void, pauseMs: number = TEXT_PAUSE_MS): Draft {
  let text: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const set = (next: string | null) => {
    if (next === text) return;
    text = next;
    listeners.forEach((listener) => listener());
  };
  return {
    get: () => text,
    type: (next) => {
      clearTimeout(timer);
      timer = setTimeout(onPause, pauseMs);
      set(next);
    },
    take: () => {
      clearTimeout(timer);
      const taken = text;
      set(null);
      return taken;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

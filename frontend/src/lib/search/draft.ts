import { createStore } from "../store";

/** Spec §9: a search starts this long after the last keystroke, in ms. */
export const TEXT_PAUSE_MS = 2000;

/** The text being typed, before it is a search. */
export interface Draft {
  /** What the box shows instead of the URL's text; null while that is it. */
  get: () => string | null;
  edit: (text: string) => void;
  /** Takes the text and cancels the timer; null when nothing was being typed. */
  discard: () => string | null;
  /** Takes the text for a search whose page may take a while: the box shows it until `arrive`. */
  submit: () => string | null;
  /** Another page is there: what was sent is its text, what was typed since goes on being typed. */
  settle: () => void;
  subscribe: (listener: () => void) => () => void;
}

/** `onPause` is called without arguments: it is expected to `send` the text. */
export function createDraft(onPause: () => void): Draft {
  const { get, set, subscribe } = createStore<string | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTyped = false;
  let isAwaited = false;
  const cancel = () => {
    clearTimeout(timer);
    const text = isTyped ? get() : null;
    isTyped = false;
    return text;
  };
  const discard = () => {
    const text = cancel();
    isAwaited = false;
    set(null);
    return text;
  };
  return {
    get,
    edit: (text) => {
      clearTimeout(timer);
      timer = setTimeout(onPause, TEXT_PAUSE_MS);
      isTyped = true;
      set(text);
    },
    discard,
    submit: () => {
      isAwaited = true;
      return cancel();
    },
    settle: () => {
      if (isAwaited && isTyped) isAwaited = false;
      else discard();
    },
    subscribe,
  };
}

import { messageOf } from "./api/client";
import { createStore, storesNothing } from "./store";

/** Toasts outside React, so that any module may show one. Times are spec §9's. */

const TOAST_TIMEOUT_MS = 5000;
/** Time left after the pointer or the focus has left a toast. */
const TOAST_EXTENDED_MS = 1000;
const TOAST_EASE_MS = 300;

type ToastKind = "success" | "error" | "info";
export interface Way {
  readonly label: string;
  readonly path: string;
}
export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  /** How often it was repeated while it was shown. */
  readonly times: number;
  /** Label of a button that dismisses, for example "Ok". */
  readonly action?: string;
  /** A page that it is about. */
  readonly way?: Way;
  /** A removed one is still in the page while it eases out. */
  readonly state: "active" | "removed";
}

export const toasts = createStore<readonly Toast[]>([]);
let nextId = 1;
const timers = new Map<number, number>();

function after(id: number, ms: number, action: () => void): void {
  window.clearTimeout(timers.get(id));
  timers.set(id, window.setTimeout(action, ms));
}

/** Shows a toast for 5,000 ms and returns its id. */
export function showToast(text: string, kind: ToastKind = "info", action?: string): number {
  return show({ kind, text, ...(action && { action }) });
}

/** One at a time, which covers little: the next takes its place, and counts where it is the same. */
function show(toast: Omit<Toast, "id" | "state" | "times">): number {
  const id = nextId++;
  const same = ({ text, kind, way, state }: Toast) =>
    state === "active" && text === toast.text && kind === toast.kind && way?.path === toast.way?.path;
  const times = (toasts.get().find(same)?.times ?? 0) + 1;
  toasts.set([{ ...toast, id, times, state: "active" }]);
  after(id, TOAST_TIMEOUT_MS, () => dismissToast(id));
  return id;
}

/** Reports that something was stored, and where; or that the browser has refused to. */
export function toastSaved(text: string, way: Way): void {
  const refusal = "This browser keeps nothing: it is gone when the page is closed";
  if (storesNothing()) show({ text: refusal, kind: "info", way });
  else show({ text, kind: "success", way });
}

/** Shows what went wrong, in the server's words where it sent some (spec §8). */
export function showError(error: unknown): void {
  showToast(messageOf(error), "error");
}

/** Eases the toast out (300 ms), then takes it out of the page. */
export function dismissToast(id: number): void {
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, state: "removed" } : toast)));
  after(id, TOAST_EASE_MS, () => {
    timers.delete(id);
    toasts.set(toasts.get().filter((toast) => toast.id !== id));
  });
}

/** Keeps a toast while it is pointed at or focused. */
export function holdToast(id: number): void {
  window.clearTimeout(timers.get(id));
}

/** Dismisses a toast once the extended time is over. */
export function releaseToast(id: number): void {
  if (toasts.get().some((toast) => toast.id === id && toast.state !== "removed")) {
    after(id, TOAST_EXTENDED_MS, () => dismissToast(id));
  }
}

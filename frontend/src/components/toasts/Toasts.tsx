import { useSyncExternalStore } from "react";
import {
  currentToasts,
  dismissToast,
  holdToast,
  releaseToast,
  subscribe,
  type Toast,
} from "../../lib/toasts";
import styles from "./toasts.module.css";

function ToastCard({ toast }: { toast: Toast }) {
  const { id } = toast;
  return (
    <li>
      <button
        type="button"
        className={styles.toast}
        data-kind={toast.kind}
        data-state={toast.state}
        onClick={() => dismissToast(id)}
        onPointerEnter={() => holdToast(id)}
        onPointerLeave={() => releaseToast(id)}
        onFocus={() => holdToast(id)}
        onBlur={() => releaseToast(id)}
      >
        <span className={styles.text}>{toast.text}</span>
        <span className={styles.dismiss}>
          {toast.action ?? <span aria-hidden="true">×</span>}
          {toast.action ? null : <span className="visually-hidden">Dismiss</span>}
        </span>
      </button>
    </li>
  );
}

/** The corner where toasts appear: top right, newest below, a click anywhere on one dismisses it. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, currentToasts);
  return (
    <div className={styles.corner} role="status" aria-live="polite" aria-relevant="additions">
      <ul className={styles.list}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ul>
    </div>
  );
}

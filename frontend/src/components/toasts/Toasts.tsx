import { Link } from "react-router-dom";
import { dismissToast, holdToast, releaseToast, type Toast, toasts } from "../../lib/toasts";
import styles from "./toasts.module.css";

function ToastCard({ toast }: { toast: Toast }) {
  const { id } = toast;
  const [hold, release] = [() => holdToast(id), () => releaseToast(id)];
  const held = { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release };
  return (
    <li className={styles.card} data-kind={toast.kind} data-state={toast.state}>
      <button {...held} type="button" className={styles.toast} onClick={() => dismissToast(id)}>
        <span className={styles.text}>{toast.times > 1 ? `${toast.text} (${toast.times})` : toast.text}</span>
        <span className={styles.dismiss}>
          {toast.action ?? <span aria-hidden="true">×</span>}
          {toast.action ? null : <span className="visually-hidden">Dismiss</span>}
        </span>
      </button>
      {toast.way && (
        <Link {...held} className={styles.way} to={toast.way.path} onClick={() => dismissToast(id)}>
          {toast.way.label}
        </Link>
      )}
    </li>
  );
}

/** The corner where the toast appears: top right, a click anywhere on it dismisses it. */
export function Toasts() {
  return (
    <div className={styles.corner} role="status" aria-live="polite" aria-relevant="additions">
      <ul className="grid gap-2">
        {toasts.use().map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ul>
    </div>
  );
}

import { Button } from "./Button";
import styles from "./Outage.module.css";

/** Search does not answer: said at once, with a way to try again. Filters stay as they are. */
export function Outage({ onRetry, busy = false }: { onRetry: () => void; busy?: boolean }) {
  return (
    <div className={styles.outage} role="alert">
      <p className={styles.text}>Search is unavailable, try again</p>
      <Button onClick={onRetry} disabled={busy}>
        Retry
      </Button>
    </div>
  );
}

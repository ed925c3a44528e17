import type { ReactNode } from "react";
import { Button } from "../Button";
import styles from "./Outage.module.css";

interface OutageProps {
  onRetry: () => void;
  /** What stands on the screen all the same. */
  children?: ReactNode;
}

/** Search does not answer: said at once, with a way to try again. Filters stay as they are. */
export function Outage({ onRetry, children }: OutageProps) {
  return (
    <div className={styles.outage} role="alert">
      <p className={styles.text}>Search is unavailable, try again</p>
      {children && <p>{children}</p>}
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

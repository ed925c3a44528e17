import type { ReactNode } from "react";
import { Button } from "../Button";
import styles from "./Outage.module.css";

interface OutageProps {
  onRetry: () => void;
  /** What the screen still shows. */
  children?: ReactNode;
}

/** Says that search is unavailable, with a retry. Filters stay as they are. */
export function Outage({ onRetry, children }: OutageProps) {
  return (
    <div className={styles.outage} role="alert">
      <p className={styles.text}>Search is unavailable, try again</p>
      {children && <p>{children}</p>}
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

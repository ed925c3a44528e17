import { useEffect, type ReactNode } from "react";
import { useLatest } from "../../hooks/useLatest";
import { Button } from "../Button";
import styles from "./Outage.module.css";

interface OutageProps {
  onRetry: () => void;
  /** Nothing else is on the page. */
  alone?: boolean;
  /** What the screen still shows. */
  children?: ReactNode;
}

/** Search is unavailable: a notice with a retry, which also follows when the browser is online again. Filters stay as they are. */
export function Outage({ onRetry, alone = false, children }: OutageProps) {
  const retry = useLatest(onRetry);
  useEffect(() => {
    const online = () => retry.current();
    window.addEventListener("online", online);
    return () => window.removeEventListener("online", online);
  }, [retry]);
  return (
    <div className={styles.outage} data-alone={alone} role="alert">
      <p className="type-body strong">Search is unavailable, try again</p>
      {children && <p>{children}</p>}
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

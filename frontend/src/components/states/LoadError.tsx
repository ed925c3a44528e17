import { Action } from "../Action";
import { messageOf } from "../../lib/api/client";
import styles from "./loadError.module.css";

interface LoadErrorProps {
  error: unknown;
  onRetry: () => void;
}

/** A failed load: the server's message and a retry. Nothing while there is no error. */
export function LoadError({ error, onRetry }: LoadErrorProps) {
  if (error === null || error === undefined) return null;
  return (
    <p className={styles.line} role="alert">
      {messageOf(error)}
      <Action onClick={onRetry}>Retry</Action>
    </p>
  );
}

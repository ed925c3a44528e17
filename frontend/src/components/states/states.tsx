import { Component, type ErrorInfo, type ReactNode, useEffect } from "react";
import { useLatest, useTitle } from "../../lib/hooks";
import { Button } from "../Button";
import styles from "./Outage.module.css";
import { messageOf } from "../../lib/api/client";
import type { Data } from "../../lib/api/query";
import { Link } from "react-router-dom";
import SpinnerStyles from "../Spinner.module.css";

interface SpinnerProps {
  /** Its accessible name, where no text beside it names what is loading. */
  label?: string;
  size?: "small" | "medium" | "large";
}

export function Spinner({ label, size = "small" }: SpinnerProps) {
  const accessibility = label ? { role: "status", "aria-label": label } : { "aria-hidden": true };
  return <span className={SpinnerStyles.spinner} data-size={size} {...accessibility} />;
}

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

/** A failed load: the server's message and a retry. Nothing while there is no error. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error === null || error === undefined) return null;
  return (
    <p className="row wrap failed gap-y-2 gap-x-4 justify-center py-5 px-4" role="alert">
      {messageOf(error)}
      <Button onClick={onRetry}>Retry</Button>
    </p>
  );
}

/** In the place of a page that has not come: that it is on its way, or why it does not come. */
export function Waiting({ error, loading, reload }: Omit<Data<unknown>, "data">) {
  return (
    <div className="calm" aria-busy={loading}>
      {loading ? <Spinner /> : <LoadError error={error} onRetry={reload} />}
    </div>
  );
}

interface ErrorBoundaryState {
  failed: boolean;
}

/**
 * Keeps the frame standing when a page fails, above all when its code can no longer be fetched.
 * Give it a `key` that changes with the page, so that another page is tried.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error("A page failed", error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={styles.outage} role="alert">
        <p className="type-body strong">This page could not be loaded</p>
        <Button onClick={() => window.location.reload()}>Load again</Button>
      </div>
    );
  }
}

interface MissingProps {
  title: string;
  words: string;
  to?: string;
  label?: string;
}

/** What an address names and nobody has: gone, or mistyped. */
export function Missing({ title, words, to = "/", label = "To the shop" }: MissingProps) {
  useTitle("Not found – Winkel");
  return (
    <div className="calm page-width">
      <h1 className="type-page">{title}</h1>
      <p>{words}</p>
      <p>
        <Link to={to}>{label}</Link>
      </p>
    </div>
  );
}

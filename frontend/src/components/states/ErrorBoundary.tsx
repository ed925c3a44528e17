import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "../Button";
import styles from "./Outage.module.css";

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

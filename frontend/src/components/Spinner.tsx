import styles from "./Spinner.module.css";

interface SpinnerProps {
  /** What is waited for, where nothing beside it says so. */
  label?: string;
  size?: "small" | "medium" | "large";
}

/** Turns while something is on its way. */
export function Spinner({ label, size = "small" }: SpinnerProps) {
  const spoken = label ? { role: "status", "aria-label": label } : { "aria-hidden": true };
  return <span className={styles.spinner} data-size={size} {...spoken} />;
}

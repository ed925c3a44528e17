import styles from "./Spinner.module.css";

interface SpinnerProps {
  /** Its accessible name, where no text beside it names what is loading. */
  label?: string;
  size?: "small" | "medium" | "large";
}

export function Spinner({ label, size = "small" }: SpinnerProps) {
  const accessibility = label ? { role: "status", "aria-label": label } : { "aria-hidden": true };
  return <span className={styles.spinner} data-size={size} {...accessibility} />;
}

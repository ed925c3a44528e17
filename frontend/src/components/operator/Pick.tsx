import type { ComponentProps } from "react";
import styles from "./Pick.module.css";

interface PickProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

export function Pick({ label, value, options, onChange }: PickProps) {
  return (
    <label className={styles.pick}>
      {label}
      <select className={styles.control} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What is typed beside what is picked. */
export function Typed({ label, ...input }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className={styles.pick}>
      {label}
      <input className={styles.control} autoComplete="off" {...input} />
    </label>
  );
}

import type { ChangeEvent, ComponentProps } from "react";
import styles from "./Pick.module.css";
import { useSearchParams } from "react-router-dom";

type Change = (changes: Record<string, string>) => void;

/** What was chosen lives in the address, so that what is seen can be sent; an empty value leaves it. */
export function useChoices(): [URLSearchParams, Change] {
  const [params, setParams] = useSearchParams();
  const change: Change = (changes) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    // Navigating to the same address would reload the page's data.
    if (next.toString() !== params.toString()) setParams(next, { replace: true });
  };
  return [params, change];
}

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

interface DaysProps extends Omit<ComponentProps<"input">, "onChange"> {
  since: string;
  until: string;
  onChange: (changes: Record<string, string>) => void;
}

/** From which day to which. */
export function Days({ since, until, onChange, ...input }: DaysProps) {
  const on = (name: string) => (event: ChangeEvent<HTMLInputElement>) =>
    (event.target.value || !input.required) && onChange({ [name]: event.target.value });
  return (
    <>
      <Typed {...input} label="From" type="date" max={until} value={since} onChange={on("since")} />
      <Typed {...input} label="To" type="date" min={since} value={until} onChange={on("until")} />
    </>
  );
}

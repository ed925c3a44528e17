import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useDebounced, useLatest } from "../../lib/hooks";
import { type Options, Select } from "../Select";
import styles from "./Pick.module.css";

const TYPING_MS = 300;

type Change = (changes: Record<string, string>) => void;

/**
 * What was chosen lives in the address, so that what is seen can be sent; an empty value leaves it.
 * Another choice starts at the first page.
 */
export function useChoices(): [URLSearchParams, Change] {
  const [params, setParams] = useSearchParams();
  const change: Change = (changes) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries({ page: "", ...changes })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    // Navigating to the same address would reload the page's data.
    if (next.toString() !== params.toString()) setParams(next, { replace: true });
  };
  return [params, change];
}

/** The choices above a list; `onChange` is called at each. */
export function Filters(props: Pick<ComponentProps<"div">, "onChange" | "aria-label" | "children">) {
  return <div className={styles.filters} role="search" {...props} />;
}

interface FilterProps {
  label: string;
  /** What the address calls it. */
  name: string;
  options: Options;
  /** For what more than its name decides: what is chosen, and what a choice changes. */
  value?: string;
  onChange?: (value: string) => void;
}

/** One of several. */
export function Filter({ label, name, options, value, onChange }: FilterProps) {
  const [params, change] = useChoices();
  const choose = onChange ?? ((to: string) => change({ [name]: to }));
  return (
    <label className={styles.pick}>
      {label}
      <Select
        className={styles.control}
        options={options}
        value={value ?? params.get(name) ?? ""}
        onChange={(event) => choose(event.target.value)}
      />
    </label>
  );
}

/** A text, which gets to the address once typing pauses. */
export function SearchText({ label, name }: Pick<FilterProps, "label" | "name">) {
  const [params, change] = useChoices();
  const [text, setText] = useState(params.get(name) ?? "");
  const typed = useDebounced(text, TYPING_MS);
  const keep = useLatest(() => typed !== (params.get(name) ?? "") && change({ [name]: typed }));
  useEffect(() => void keep.current(), [typed, keep]);
  return (
    <label className={styles.pick}>
      {label}
      <input
        className={styles.control}
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

/** From which day to which; `required`: a day is not taken away again. */
export function Days({ required = false }: { required?: boolean }) {
  const [params, change] = useChoices();
  const [since, until] = [params.get("since") ?? "", params.get("until") ?? ""];
  const day = (label: string, name: string, input: ComponentProps<"input">) => (
    <label className={styles.pick}>
      {label}
      <input
        {...input}
        className={styles.control}
        type="date"
        required={required}
        onChange={({ target: { value } }) => (value || !required) && change({ [name]: value })}
      />
    </label>
  );
  return (
    <>
      {day("From", "since", { max: until, value: since })}
      {day("To", "until", { min: since, value: until })}
    </>
  );
}

interface CheckProps {
  name: string;
  /** What the address has where it is checked, and where not. */
  on: string;
  off?: string;
  children: ReactNode;
}

export function Check({ name, on, off = "", children }: CheckProps) {
  const [params, change] = useChoices();
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={(params.get(name) ?? "") === on}
        onChange={(event) => change({ [name]: event.target.checked ? on : off })}
      />
      {children}
    </label>
  );
}

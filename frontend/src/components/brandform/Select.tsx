import type { Choice } from "./choices";

interface SelectProps {
  id: string;
  value: string;
  /** The first entry, for nothing chosen; without it one of the choices always is. */
  empty?: string;
  choices: readonly Choice<number | string>[];
  label?: string;
  onChange: (value: string) => void;
}

/** A choice by id with an empty first entry; without entries it says '(No items)' (spec §5). */
export function Select({ id, value, empty, choices, label, onChange }: SelectProps) {
  return (
    <select id={id} value={value} aria-label={label} onChange={(event) => onChange(event.target.value)}>
      {empty !== undefined && <option value="">{choices.length === 0 ? "(No items)" : empty}</option>}
      {choices.map((choice) => (
        <option key={choice.id} value={String(choice.id)}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

import { toggled } from "../../lib/toggled";
import type { Choice } from "./choices";
import styles from "./brandForm.module.css";

interface StylesFieldProps {
  chosen: readonly number[];
  choices: readonly Choice[];
  onChange: (ids: readonly number[]) => void;
}

/** The styles that all products of a brand inherit. */
export function StylesField({ chosen, choices, onChange }: StylesFieldProps) {
  if (choices.length === 0) return <p className={styles.help}>(No items)</p>;
  return (
    <div className={styles.checks}>
      {choices.map((choice) => (
        <label key={choice.id} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(choice.id)}
            onChange={() => onChange(toggled(chosen, choice.id))}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

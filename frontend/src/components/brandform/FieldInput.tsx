import { toggled } from "../../lib/toggled";
import { SOURCES, type Choice, type Choices } from "./choices";
import type { BrandField } from "./fields";
import { PagesField } from "./PagesField";
import { Select } from "./Select";
import { pagesOf, textOf, type FieldValue } from "./values";
import styles from "./brandForm.module.css";

interface StylesFieldProps {
  chosen: readonly number[];
  choices: readonly Choice[];
  onChange: (ids: readonly number[]) => void;
}

/** The styles that all products of a brand inherit. */
function StylesField({ chosen, choices, onChange }: StylesFieldProps) {
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

interface FieldInputProps {
  id: string;
  field: BrandField;
  value: FieldValue;
  invalid: boolean;
  choices: Choices;
  onChange: (value: FieldValue) => void;
}

function TextInput({ id, field, value, invalid, onChange }: FieldInputProps) {
  const shared = {
    id,
    value: textOf(value),
    "aria-describedby": invalid ? `${id}-error ${id}-help` : `${id}-help`,
    "aria-invalid": invalid,
  };
  if (field.type === "textarea") {
    return <textarea {...shared} rows={4} onChange={(event) => onChange(event.target.value)} />;
  }
  return (
    <input
      {...shared}
      inputMode={field.type === "number" ? "numeric" : "text"}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The control of one field, by its type. */
export function FieldInput(props: FieldInputProps) {
  const { id, field, value, choices, onChange } = props;
  switch (field.type) {
    case "boolean":
      return (
        <input
          id={id}
          type="checkbox"
          aria-describedby={`${id}-help`}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case "country":
      return (
        <Select
          id={id}
          value={textOf(value)}
          empty="(None)"
          choices={choices.countries}
          onChange={onChange}
        />
      );
    case "source":
      return <Select id={id} value={textOf(value)} choices={SOURCES} onChange={onChange} />;
    case "styles":
      return <StylesField chosen={value as readonly number[]} choices={choices.styles} onChange={onChange} />;
    case "pages":
      return <PagesField id={id} pages={pagesOf(value)} choices={choices} onChange={onChange} />;
    default:
      return <TextInput {...props} />;
  }
}

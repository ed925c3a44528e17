import { useId, type ReactNode } from "react";
import type { Choices } from "./choices";
import { FieldInput } from "./FieldInput";
import { grouped, type BrandField, type FieldGroup } from "./fields";
import { fieldError, type BrandValues, type FieldValue } from "./values";
import styles from "./brandForm.module.css";

/** The one field that may not be empty. */
const REQUIRED = "name";
/** Fields that hold several controls: their label heads a group. */
const COMPOUND = new Set(["styles", "pages"]);

interface FieldProps {
  field: BrandField;
  value: FieldValue;
  choices: Choices;
  onChange: (value: FieldValue) => void;
}

function Field({ field, value, choices, onChange }: FieldProps) {
  const id = `brand-${field.name}-${useId()}`;
  const error = fieldError(field, value);
  const wrong = error !== null && value !== "";
  const compound = COMPOUND.has(field.type);
  return (
    <div
      className={styles.field}
      data-type={field.type}
      {...(compound && { role: "group", "aria-labelledby": `${id}-label` })}
    >
      {compound ? (
        <span id={`${id}-label`} className={styles.label}>
          {field.label}
        </span>
      ) : (
        <label className={styles.label} htmlFor={id}>
          {field.label}
          {field.name === REQUIRED && <span className={styles.required}> (required)</span>}
        </label>
      )}
      <FieldInput id={id} field={field} value={value} invalid={wrong} choices={choices} onChange={onChange} />
      {wrong && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <p id={`${id}-help`} className={styles.help}>
        {field.help}
      </p>
    </div>
  );
}

interface BrandFormProps {
  fields: readonly BrandField[];
  values: BrandValues;
  choices: Choices;
  onChange: (values: BrandValues) => void;
  /** What stands below the fields of a group, by the group's id. */
  notes?: Readonly<Partial<Record<string, ReactNode>>>;
}

function Group({
  group,
  values,
  choices,
  onChange,
  notes,
  open,
}: Omit<BrandFormProps, "fields"> & { group: FieldGroup; open: boolean }) {
  return (
    <details className={styles.group} open={open}>
      <summary>{group.name}</summary>
      <div className={styles.fields}>
        {group.fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={values[field.name] ?? ""}
            choices={choices}
            onChange={(value) => onChange({ ...values, [field.name]: value })}
          />
        ))}
      </div>
      {notes?.[group.id]}
    </details>
  );
}

/** All fields of a brand's configuration (spec §3), by group and with their help. */
export function BrandForm({ fields, ...form }: BrandFormProps) {
  return grouped(fields).map((group, index) => (
    <Group key={group.id} group={group} open={index < 2} {...form} />
  ));
}

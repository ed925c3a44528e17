import { fieldLabel, type BrandField } from "../../../components/brandform/fields";
import type { FieldChange } from "../api/wire";
import { shownValue } from "./versions";
import styles from "./versions.module.css";

interface ChangesProps {
  changes: readonly FieldChange[];
  fields: readonly BrandField[];
  label?: string;
}

/** Fields with their old and new values. */
export function Changes({ changes, fields, label }: ChangesProps) {
  return (
    <dl className={styles.changes} aria-label={label}>
      {changes.map(({ field, old, new: now }) => (
        <div key={field}>
          <dt>{fieldLabel(field, fields)}</dt>
          <dd>
            <span className="visually-hidden">from </span>
            <del>{shownValue(old)}</del> <span aria-hidden="true">→</span>
            <span className="visually-hidden">to </span> <ins>{shownValue(now)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

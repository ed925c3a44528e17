import { useState } from "react";
import { WEBSITE_MESSAGES, websiteError } from "../../lib/catalogue/website";
import styles from "../../components/dialog/dialog.module.css";

interface WebsiteFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** The website input; its message waits until something was typed and the field was left. */
export function WebsiteField({ value, onChange }: WebsiteFieldProps) {
  const [typed, setTyped] = useState(false);
  const [left, setLeft] = useState(false);
  const error = typed && left ? websiteError(value, true) : null;
  return (
    <div className={styles.field}>
      <label htmlFor="website">Website</label>
      <input
        id="website"
        className={styles.input}
        name="website"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://www.example.co.za"
        value={value}
        required
        aria-invalid={error !== null}
        aria-describedby="website-error"
        onChange={(event) => {
          setTyped(true);
          onChange(event.target.value);
        }}
        onBlur={() => setLeft(true)}
      />
      <p id="website-error" className={styles.error} aria-live="polite">
        {error && WEBSITE_MESSAGES[error]}
      </p>
    </div>
  );
}

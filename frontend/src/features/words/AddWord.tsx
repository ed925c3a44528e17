import { useState, type SubmitEvent } from "react";
import { Action } from "../../components/Action";
import styles from "./words.module.css";

interface AddWordProps {
  /** `onSigned`: what was typed may go; a word that is refused stays. */
  onAdd: (form: string, means: string, onSigned: () => void) => void;
}

/** Adds a word that is missing, by what it is called in English. */
export function AddWord({ onAdd }: AddWordProps) {
  const [form, setForm] = useState("");
  const [means, setMeans] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onAdd(form, means, () => setForm(""));
  };
  return (
    <form className={styles.add} onSubmit={submit}>
      <label className={styles.label}>
        Word
        <input
          className={styles.input}
          value={form}
          required
          maxLength={100}
          autoCapitalize="none"
          onChange={(event) => setForm(event.target.value)}
        />
      </label>
      <label className={styles.label}>
        In English
        <input
          className={styles.input}
          value={means}
          required
          maxLength={100}
          onChange={(event) => setMeans(event.target.value)}
        />
      </label>
      <Action kind="filled" type="submit">
        Add word
      </Action>
    </form>
  );
}

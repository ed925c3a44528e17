import { useState, type SubmitEvent } from "react";
import { Link } from "react-router-dom";
import { messageOf } from "../../lib/api";
import type { SynonymAdded } from "../../lib/api-schema";
import { addSynonym } from "./api";
import styles from "./insights.module.css";

interface SynonymFormProps {
  /** What people type and nothing is called. */
  words: string;
  onDone: () => void;
}

/** The form opens because its button was pressed: typing goes on in it. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

function Added({ added, words }: { added: SynonymAdded; words: string }) {
  return (
    <p role="status">
      {added.used ? "Searches use it now: " : "The next rebuild of the index uses it: "}
      <code>{added.rule}</code>. <Link to={added.href}>Try “{words}”</Link>
    </p>
  );
}

/** Says what some words mean, so that searching for them finds it. */
export function SynonymForm({ words, onDone }: SynonymFormProps) {
  const [means, setMeans] = useState("");
  const [added, setAdded] = useState<SynonymAdded | null>(null);
  const [error, setError] = useState<unknown>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setError(null);
    addSynonym(words, means).then(setAdded, setError);
  };
  return (
    <form className={styles.synonym} onSubmit={submit}>
      {added ? (
        <Added added={added} words={words} />
      ) : (
        <>
          <label>
            Searching for “{words}” also finds
            <input
              className={styles.input}
              value={means}
              maxLength={100}
              required
              ref={focus}
              onChange={(event) => setMeans(event.target.value)}
            />
          </label>
          <button type="submit" className={styles.button}>
            Add synonym
          </button>
        </>
      )}
      <button type="button" className={styles.small} onClick={onDone}>
        Close
      </button>
      {error !== null && (
        <p className={styles.error} role="alert">
          {messageOf(error)}
        </p>
      )}
    </form>
  );
}

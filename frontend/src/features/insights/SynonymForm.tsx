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

function Added({ added }: { added: SynonymAdded }) {
  return (
    <p role="status">
      “{added.words}” is read as “{added.means}” from now on. <Link to={added.href}>Try “{added.words}”</Link>
    </p>
  );
}

/** Says what some words mean: searches read it in their place. */
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
        <Added added={added} />
      ) : (
        <>
          <label>
            “{words}” means
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

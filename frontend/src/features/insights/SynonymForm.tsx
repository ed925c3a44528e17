import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import { Action } from "../../components/Action";
import { messageOf } from "../../lib/api/client";
import type { SynonymAdded } from "../../lib/api/schema";
import { addSynonym } from "./api";
import styles from "./insights.module.css";

interface SynonymFormProps {
  /** What people type and nothing is called. */
  words: string;
  onDone: () => void;
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
  const { register, handleSubmit, setFocus } = useForm({ defaultValues: { means: "" } });
  const { data, error, mutate } = useMutation({ mutationFn: (means: string) => addSynonym(words, means) });
  // The form opens because its button was pressed: typing goes on in it.
  useEffect(() => setFocus("means"), [setFocus]);
  return (
    <form
      className={styles.synonym}
      onSubmit={(event) => void handleSubmit(({ means }) => mutate(means))(event)}
    >
      {data ? (
        <Added added={data} />
      ) : (
        <>
          <label>
            “{words}” means
            <input className={styles.input} maxLength={100} required {...register("means")} />
          </label>
          <Action kind="filled" type="submit">
            Add synonym
          </Action>
        </>
      )}
      <button type="button" className={styles.small} onClick={onDone}>
        Close
      </button>
      {error && (
        <p className={styles.error} role="alert">
          {messageOf(error)}
        </p>
      )}
    </form>
  );
}

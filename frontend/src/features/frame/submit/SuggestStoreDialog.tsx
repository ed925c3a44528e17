import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/dialog/Dialog";
import { Spinner } from "../../../components/states/states";
import { api, messageOf } from "../../../lib/api/client";
import { WEBSITE_MESSAGES, websiteError, websiteMeant } from "../../../lib/catalogue/website";
import styles from "../../../components/dialog/dialog.module.css";

interface ThankYouProps {
  title: string;
  width: "narrow" | "wide";
  text: string;
  button: string;
  onClose: () => void;
}

/** What follows a submission; the spec words it differently for each form (spec §2.10). */
export function ThankYou({ title, width, text, button, onClose }: ThankYouProps) {
  return (
    <Dialog title={title} width={width} onClose={onClose}>
      <p className={styles.text} role="status">
        {text}
      </p>
      <footer className={styles.actions}>
        <Button kind="primary" onClick={onClose}>
          {button}
        </Button>
      </footer>
    </Dialog>
  );
}

/** What is wrong with a website in words; undefined where nothing is. */
function problemOf(website: string): string | undefined {
  const error = websiteError(website, true);
  return error ? WEBSITE_MESSAGES[error] : undefined;
}

/** The footer's dialog: one website, reviewed by a person (spec §2.10). */
export default function SuggestStoreDialog({ onClose }: { onClose: () => void }) {
  const [isSent, setIsSent] = useState(false);
  const { register, handleSubmit, setValue, setError, getValues, formState } = useForm({
    defaultValues: { website: "" },
    mode: "onTouched", // its message waits until the field was left
  });
  const { errors, dirtyFields, isSubmitting, isValid } = formState;
  const problem = dirtyFields.website && errors.website?.message;
  const meant = problem && websiteMeant(getValues("website"));
  const submit = handleSubmit(({ website }) =>
    api.POST("/api/brands/submit", { body: { website: website.trim() } }).then(
      () => setIsSent(true),
      (error: unknown) => setError("root", { message: messageOf(error) }),
    ),
  );
  if (isSent)
    return (
      <ThankYou
        title="Thanks for your submission!"
        width="narrow"
        text="We will provide feedback as soon as possible."
        button="Ok"
        onClose={onClose}
      />
    );
  return (
    <Dialog title="Add brand" width="narrow" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate aria-busy={isSubmitting}>
        <p className={styles.text}>
          Each site is reviewed in a couple of days, and if it is approved you will see it added shortly.
        </p>
        <div className={styles.field}>
          <label htmlFor="website">Website</label>
          <input
            id="website"
            type="url"
            inputMode="url"
            autoComplete="url"
            placeholder="https://www.example.co.za"
            required
            aria-invalid={problem !== undefined}
            aria-describedby="website-error"
            {...register("website", { validate: problemOf })}
          />
          <p id="website-error" className={styles.error} aria-live="polite">
            {problem}
          </p>
          {meant && (
            <Button onClick={() => setValue("website", meant, { shouldValidate: true })}>Use {meant}</Button>
          )}
        </div>
        {errors.root && (
          <p className={styles.error} role="alert">
            {errors.root.message}
          </p>
        )}
        <footer className={styles.actions}>
          {isSubmitting && (
            <span className={styles.sending}>
              <Spinner label="Sending" size="medium" />
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={isSubmitting || !isValid}>
            Submit
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

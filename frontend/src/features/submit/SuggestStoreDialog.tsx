import { type SubmitEvent, useState } from "react";
import { Action } from "../../components/Action";
import { api, messageOf } from "../../lib/api/client";
import { Spinner } from "../../components/states/states";
import { Dialog } from "../../components/dialog/Dialog";
import { WEBSITE_MESSAGES, websiteError, websiteMeant } from "../../lib/catalogue/website";
import styles from "../../components/dialog/dialog.module.css";

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
        <Action kind="filled" onClick={onClose}>
          {button}
        </Action>
      </footer>
    </Dialog>
  );
}

/** The website input; its message waits until something was typed and the field was left. */
function WebsiteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(false);
  const [left, setLeft] = useState(false);
  const error = typed && left ? websiteError(value, true) : null;
  const meant = websiteMeant(value);
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
      {error && meant && <Action onClick={() => onChange(meant)}>Use {meant}</Action>}
    </div>
  );
}

interface Progress {
  state: "form" | "loading" | "done";
  error: string | null;
}

/** Sends one website; the form's progress and the server's message. */
function useSubmission() {
  const [progress, setProgress] = useState<Progress>({ state: "form", error: null });
  const submit = (website: string) => {
    setProgress({ state: "loading", error: null });
    api.POST("/api/brands/submit", { body: { website: website.trim() } }).then(
      () => setProgress({ state: "done", error: null }),
      (error: unknown) => setProgress({ state: "form", error: messageOf(error) }),
    );
  };
  return { ...progress, submit };
}

/** The footer's dialog: one website, reviewed by a person (spec §2.10). */
export default function SuggestStoreDialog({ onClose }: { onClose: () => void }) {
  const [website, setWebsite] = useState("");
  const { state, error, submit } = useSubmission();
  const loading = state === "loading";
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (websiteError(website, true) === null && !loading) submit(website);
  };
  if (state === "done")
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
      <form onSubmit={onSubmit} noValidate aria-busy={loading}>
        <p className={styles.text}>
          Each site is reviewed in a couple of days, and if it is approved you will see it added shortly.
        </p>
        <WebsiteField value={website} onChange={setWebsite} />
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <footer className={styles.actions}>
          {loading && (
            <span className={styles.sending}>
              <Spinner label="Sending" size="medium" />
            </span>
          )}
          <Action onClick={onClose}>Cancel</Action>
          <Action kind="filled" type="submit" disabled={loading || websiteError(website, true) !== null}>
            Submit
          </Action>
        </footer>
      </form>
    </Dialog>
  );
}

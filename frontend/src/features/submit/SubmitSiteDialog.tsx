import { useState } from "react";
import { apiPost, messageOf } from "../../lib/api";
import { operatorInit } from "../../lib/operator";
import { BrandForm } from "../brandform/BrandForm";
import { useBrandForm, type BrandFormState, type LoadedBrandForm } from "../brandform/useBrandForm";
import { brandBody, isValid } from "../brandform/values";
import { LoadError } from "../frame/LoadError";
import { Dialog } from "./Dialog";
import styles from "./dialog.module.css";

function ThankYou({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Thank you for your submission!" width="wide" onClose={onClose}>
      <p className={styles.text} role="status">
        We will provide feedback as soon as possible!
      </p>
      <footer className={styles.actions}>
        <button type="button" className={styles.primary} onClick={onClose}>
          OK
        </button>
      </footer>
    </Dialog>
  );
}

interface SiteFormProps {
  form: LoadedBrandForm;
  setValues: BrandFormState["setValues"];
  onSent: () => void;
  onClose: () => void;
}

function SiteForm({ form, setValues, onSent, onClose }: SiteFormProps) {
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async () => {
    setSending(true);
    setError(null);
    try {
      await apiPost("brands/add", brandBody(form.fields, form.values), operatorInit());
      onSent();
    } catch (cause: unknown) {
      setError(messageOf(cause));
      setSending(false);
    }
  };
  return (
    <form
      aria-busy={sending}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={styles.body}>
        <BrandForm {...form} onChange={setValues} />
      </div>
      <footer className={styles.actions}>
        {error && (
          <p className={styles.sendError} role="alert">
            {error}
          </p>
        )}
        {sending && <span className={styles.spinner} role="status" aria-label="Sending" />}
        <button type="button" className={styles.secondary} onClick={onClose}>
          CANCEL
        </button>
        <button
          type="submit"
          className={styles.primary}
          disabled={sending || !isValid(form.fields, form.values)}
        >
          SUBMIT
        </button>
      </footer>
    </form>
  );
}

const noBrand = () => Promise.resolve({});

/** Development mode's dialog with the whole brand form (spec §2.10). */
export default function SubmitSiteDialog({ onClose }: { onClose: () => void }) {
  const { form, error, retry, setValues } = useBrandForm(null, noBrand);
  const [sent, setSent] = useState(false);
  if (sent) return <ThankYou onClose={onClose} />;
  return (
    <Dialog title="Submit site" width="wide" keep onClose={onClose}>
      <LoadError error={error} onRetry={retry} />
      {!form && !error && <p className={styles.text}>Loading the form…</p>}
      {form && <SiteForm form={form} setValues={setValues} onSent={() => setSent(true)} onClose={onClose} />}
    </Dialog>
  );
}

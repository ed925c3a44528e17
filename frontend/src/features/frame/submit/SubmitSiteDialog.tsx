import { useState } from "react";
import { Button } from "../../../components/Button";
import { messageOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator";
import {
  BrandForm,
  type LoadedBrandForm,
  useBrandForm,
  useBrandFormLoad,
} from "../../../components/brandform/BrandForm";
import { brandBody } from "../../../components/brandform/values";
import { LoadError, Spinner } from "../../../components/states/states";
import { OperatorData } from "../../../components/operator/OperatorGate";
import { Dialog } from "../../../components/dialog/Dialog";
import { ThankYou } from "./SuggestStoreDialog";
import styles from "../../../components/dialog/dialog.module.css";

interface SiteFormProps {
  loaded: LoadedBrandForm;
  onSent: () => void;
  onClose: () => void;
}

function SiteForm({ loaded, onSent, onClose }: SiteFormProps) {
  const { fields, choices } = loaded;
  const form = useBrandForm(loaded);
  const { errors, isSubmitting, isValid } = form.formState;
  const submit = form.handleSubmit((values) =>
    operatorApi
      .POST("/api/brands/add", { body: brandBody(fields, values) })
      .then(onSent, (error: unknown) => form.setError("root", { message: messageOf(error) })),
  );
  return (
    <form aria-busy={isSubmitting} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.body}>
        <BrandForm fields={fields} choices={choices} form={form} />
      </div>
      <footer className={styles.actions}>
        {errors.root && (
          <p className="type-control failed grows" role="alert">
            {errors.root.message}
          </p>
        )}
        {isSubmitting && (
          <span className={styles.sending}>
            <Spinner label="Sending" size="medium" />
          </span>
        )}
        <Button onClick={onClose}>CANCEL</Button>
        <Button kind="primary" type="submit" disabled={isSubmitting || !isValid}>
          SUBMIT
        </Button>
      </footer>
    </form>
  );
}

function SiteDialog({ onClose }: { onClose: () => void }) {
  const { loaded, error, retry } = useBrandFormLoad(["new"], () => Promise.resolve({}));
  const [sent, setSent] = useState(false);
  if (sent)
    return (
      <ThankYou
        title="Thank you for your submission!"
        width="wide"
        text="We will provide feedback as soon as possible!"
        button="OK"
        onClose={onClose}
      />
    );
  return (
    <Dialog title="Submit site" width="wide" keep onClose={onClose}>
      <LoadError error={error} onRetry={retry} />
      {!loaded && !error && <p className={styles.text}>Loading the form…</p>}
      {loaded && <SiteForm loaded={loaded} onSent={() => setSent(true)} onClose={onClose} />}
    </Dialog>
  );
}

/** Development mode's dialog with the complete brand form (spec §2.10). */
export default function SubmitSiteDialog(props: { onClose: () => void }) {
  return (
    <OperatorData>
      <SiteDialog {...props} />
    </OperatorData>
  );
}

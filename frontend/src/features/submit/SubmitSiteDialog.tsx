import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Action } from "../../components/Action";
import { messageOf } from "../../lib/api/client";
import { operatorApi } from "../../lib/api/operator";
import {
  BrandForm,
  type LoadedBrandForm,
  useBrandForm,
  useBrandFormLoad,
} from "../../components/brandform/BrandForm";
import { brandBody, type BrandValues } from "../../components/brandform/values";
import { LoadError, Spinner } from "../../components/states/states";
import { OperatorData } from "../../components/operator/OperatorGate";
import { Dialog } from "../../components/dialog/Dialog";
import { ThankYou } from "./SuggestStoreDialog";
import styles from "../../components/dialog/dialog.module.css";

interface SiteFormProps {
  loaded: LoadedBrandForm;
  onSent: () => void;
  onClose: () => void;
}

function SiteForm({ loaded, onSent, onClose }: SiteFormProps) {
  const { fields, choices } = loaded;
  const { control, formState, handleSubmit } = useBrandForm(loaded);
  const {
    mutate: send,
    isPending: sending,
    error,
  } = useMutation({
    mutationFn: (values: BrandValues) =>
      operatorApi.POST("/api/brands/add", { body: brandBody(fields, values) }),
    onSuccess: onSent,
  });
  return (
    <form
      aria-busy={sending}
      noValidate
      onSubmit={(event) => void handleSubmit((values) => send(values))(event)}
    >
      <div className={styles.body}>
        <BrandForm fields={fields} choices={choices} control={control} />
      </div>
      <footer className={styles.actions}>
        {error && (
          <p className="type-control failed grows" role="alert">
            {messageOf(error)}
          </p>
        )}
        {sending && (
          <span className={styles.sending}>
            <Spinner label="Sending" size="medium" />
          </span>
        )}
        <Action onClick={onClose}>CANCEL</Action>
        <Action kind="filled" type="submit" disabled={sending || !formState.isValid}>
          SUBMIT
        </Action>
      </footer>
    </form>
  );
}

const noBrand = () => Promise.resolve({});

function SiteDialog({ onClose }: { onClose: () => void }) {
  const { loaded, error, retry } = useBrandFormLoad(["new"], noBrand);
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

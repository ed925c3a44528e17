import { useState } from "react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Action } from "../../../components/Action";
import type { BrandField } from "../../../components/brandform/fields";
import { operatorApi } from "../../../lib/api/operator/api";
import { get } from "../../../lib/api/query";
import { LoadError } from "../../../components/states/LoadError";
import { Dialog } from "../../../components/dialog/Dialog";
import { showError, showToast } from "../../../lib/toasts";
import { restoreVersion } from "../api/brands";
import type { BrandVersion } from "../api/wire";
import { formatTime } from "../duration";
import { Changes } from "./Changes";
import { actionWords } from "./versions";
import styles from "./editor.module.css";
import versionsStyles from "./versions.module.css";

type Fields = readonly BrandField[];

interface VersionProps {
  version: BrandVersion;
  fields: Fields;
  confirming: boolean;
  onConfirming: (confirming: boolean) => void;
  onRestore: () => void;
}

function Restoring({ version, fields, onConfirming, onRestore }: VersionProps) {
  return (
    <div className={versionsStyles.asked}>
      <p>Going back to this version changes:</p>
      <Changes changes={version.restoring} fields={fields} />
      <div className={versionsStyles.buttons}>
        <Action onClick={() => onConfirming(false)}>Cancel</Action>
        <Action kind="filled" onClick={onRestore}>
          Restore this version
        </Action>
      </div>
    </div>
  );
}

function Version(props: VersionProps) {
  const { version, fields, confirming, onConfirming } = props;
  return (
    <li className={versionsStyles.version} data-version={version.id}>
      <div className={versionsStyles.head}>
        <p>
          <strong>{actionWords(version)}</strong>
          <span className={versionsStyles.when}>{formatTime(version.createdAt)}</span>
        </p>
        {version.restoring.length > 0 ? (
          <Action aria-expanded={confirming} onClick={() => onConfirming(!confirming)}>
            Restore…
          </Action>
        ) : (
          <span className={versionsStyles.when}>As it is now</span>
        )}
      </div>
      {version.changes.length > 0 && <Changes changes={version.changes} fields={fields} />}
      {confirming && <Restoring {...props} />}
    </li>
  );
}

interface VersionsDialogProps {
  brandId: number;
  name: string;
  fields: Fields;
  onRestored: () => void;
  onClose: () => void;
}

/** Who edited a brand's configuration, when, and what: with the way back to each version. */
function VersionsDialog({ brandId, name, fields, onRestored, onClose }: VersionsDialogProps) {
  const { data, error, refetch } = useQuery({
    ...get("/api/brands/{brand_id}/versions", { params: { path: { brand_id: brandId } } }, operatorApi),
    gcTime: 0, // what going back would change depends on what the brand is now
  });
  const [confirmingId, setConfirmingId] = useState<number | null>(null);
  const { mutate: restore } = useMutation({
    mutationFn: restoreVersion,
    onSuccess: ({ message }) => {
      showToast(message, "success");
      onRestored();
    },
    onError: showError,
  });
  return (
    <Dialog title={`Edits of ${name}`} width="wide" onClose={onClose}>
      <div className={versionsStyles.body}>
        <LoadError error={error} onRetry={() => void refetch()} />
        {!data && !error && <p>Loading…</p>}
        {data?.length === 0 && (
          <p className={versionsStyles.when}>Nothing was edited since edits are kept.</p>
        )}
        <ol>
          {data?.map((version) => (
            <Version
              key={version.id}
              version={version}
              fields={fields}
              confirming={confirmingId === version.id}
              onConfirming={(confirming) => setConfirmingId(confirming ? version.id : null)}
              onRestore={() => restore(version.id)}
            />
          ))}
        </ol>
      </div>
    </Dialog>
  );
}

interface BrandHeadProps {
  brandId: number;
  name: string;
  fields: readonly BrandField[];
  onRestored: () => void;
}

/** The brand's id, and the record of its edits. */
export function BrandHead({ brandId, name, fields, onRestored }: BrandHeadProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.facts}>
      <span className="muted">Brand id {brandId}</span>
      <Action className={styles.secondary} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Edits…
      </Action>
      {open && (
        <VersionsDialog
          brandId={brandId}
          name={name}
          fields={fields}
          onClose={() => setOpen(false)}
          onRestored={() => {
            setOpen(false);
            onRestored();
          }}
        />
      )}
    </div>
  );
}

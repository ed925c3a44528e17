import { useState } from "react";
import { messageOf } from "../../lib/api";
import { useLoad } from "../../lib/useLoad";
import type { BrandField } from "../brandform/fields";
import { LoadError } from "../frame/LoadError";
import { Dialog } from "../submit/Dialog";
import { showToast } from "../toasts/store";
import { fetchVersions, restoreVersion, type BrandVersion, type FieldChange } from "./brandsApi";
import { formatTime } from "./duration";
import { actionWords, fieldLabel, shownValue } from "./versions";
import styles from "./versions.module.css";

type Fields = readonly BrandField[];

function Changes({ changes, fields }: { changes: readonly FieldChange[]; fields: Fields }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, old, new: now }) => (
        <div key={field}>
          <dt>{fieldLabel(field, fields)}</dt>
          <dd>
            <span className="visually-hidden">from </span>
            <del>{shownValue(old)}</del> <span aria-hidden="true">→</span>
            <span className="visually-hidden">to </span> <ins>{shownValue(now)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface VersionProps {
  version: BrandVersion;
  fields: Fields;
  asked: boolean;
  onAsk: (asked: boolean) => void;
  onRestore: () => void;
}

function Restoring({ version, fields, onAsk, onRestore }: VersionProps) {
  return (
    <div className={styles.asked}>
      <p>Going back to this version changes:</p>
      <Changes changes={version.restoring} fields={fields} />
      <div className={styles.buttons}>
        <button type="button" className={styles.small} onClick={() => onAsk(false)}>
          Cancel
        </button>
        <button type="button" className={styles.restore} onClick={onRestore}>
          Restore this version
        </button>
      </div>
    </div>
  );
}

function Version(props: VersionProps) {
  const { version, fields, asked, onAsk } = props;
  return (
    <li className={styles.version} data-version={version.id}>
      <div className={styles.head}>
        <p>
          <strong>{actionWords(version)}</strong>
          <span className={styles.when}>{formatTime(version.createdAt)}</span>
        </p>
        {version.restoring.length > 0 ? (
          <button type="button" className={styles.small} aria-expanded={asked} onClick={() => onAsk(!asked)}>
            Restore…
          </button>
        ) : (
          <span className={styles.when}>As it is now</span>
        )}
      </div>
      {version.changes.length > 0 && <Changes changes={version.changes} fields={fields} />}
      {asked && <Restoring {...props} />}
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
export function VersionsDialog({ brandId, name, fields, onRestored, onClose }: VersionsDialogProps) {
  const { data, error, reload } = useLoad((signal) => fetchVersions(brandId, signal), [brandId]);
  const [askedId, setAskedId] = useState<number | null>(null);
  const restore = (id: number) => {
    restoreVersion(id).then(
      () => {
        showToast(`${name} is as it was after that edit.`, "success");
        onRestored();
      },
      (cause: unknown) => showToast(messageOf(cause), "error"),
    );
  };
  return (
    <Dialog title={`Edits of ${name}`} width="wide" onClose={onClose}>
      <div className={styles.body}>
        <LoadError error={error} onRetry={reload} />
        {!data && !error && <p>Loading…</p>}
        {data?.length === 0 && <p className={styles.when}>Nothing was edited since edits are kept.</p>}
        <ol className={styles.list}>
          {data?.map((version) => (
            <Version
              key={version.id}
              version={version}
              fields={fields}
              asked={askedId === version.id}
              onAsk={(asked) => setAskedId(asked ? version.id : null)}
              onRestore={() => restore(version.id)}
            />
          ))}
        </ol>
      </div>
    </Dialog>
  );
}

import { useState } from "react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Action } from "../../../components/Action";
import { type BrandField, fieldLabel } from "../../../components/brandform/values";
import { load, postAsOperator } from "../../../lib/api/operator";
import { LoadError } from "../../../components/states/states";
import { Dialog } from "../../../components/dialog/Dialog";
import { showError, showToast } from "../../../lib/toasts";
import type { BrandPageRow, BrandVersion } from "../../../lib/api/schema";
import { formatTime } from "../../../lib/time";
import styles from "./editor.module.css";
import versionsStyles from "./versions.module.css";

type Fields = readonly BrandField[];

const WORDS: Readonly<Record<BrandVersion["action"], string>> = {
  before: "As it was before the first edit that was kept",
  added: "Added",
  edited: "Edited",
  restored: "Restored",
};

/** What was done and by whom. */
function actionWords({ action, author }: BrandVersion): string {
  return author === "" ? WORDS[action] : `${WORDS[action]} by ${author}`;
}

function pageWords({ pageUrl, productCategory, color, customClickSelector }: Partial<BrandPageRow>): string {
  const parts = [
    pageUrl,
    productCategory && `category ${productCategory}`,
    color && `colour ${color}`,
    customClickSelector,
  ];
  return parts.filter(Boolean).join(", ");
}

function entryWords(entry: unknown): string {
  return typeof entry === "object" && entry !== null ? pageWords(entry) : JSON.stringify(entry);
}

/** A value as text; "(empty)" where it is. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(empty)";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.length === 0 ? "(none)" : value.map(entryWords).join("\n");
}

interface DiffProps {
  /** Null: there was none before, or is none now. */
  lines: readonly { name: string; old: string | null; now: string | null }[];
  label?: string | undefined;
}

/** What a change made of what, a line for each name. */
export function Diff({ lines, label }: DiffProps) {
  return (
    <dl className={versionsStyles.changes} aria-label={label}>
      {lines.map(({ name, old, now }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {old !== null && (
              <>
                <span className="visually-hidden">from </span>
                <del>{old}</del>
              </>
            )}
            {old !== null && now !== null && <span aria-hidden="true"> → </span>}
            {now !== null && (
              <>
                <span className="visually-hidden"> to </span>
                <ins>{now}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ChangesProps extends Pick<DiffProps, "label"> {
  changes: readonly BrandVersion["changes"][number][];
  fields: readonly BrandField[];
}

/** Fields with their old and new values. */
export function Changes({ changes, fields, label }: ChangesProps) {
  const lines = changes.map(({ field, old, new: now }) => ({
    name: fieldLabel(field, fields),
    old: shownValue(old),
    now: shownValue(now),
  }));
  return <Diff lines={lines} label={label} />;
}

interface VersionProps {
  version: BrandVersion;
  fields: Fields;
  confirming: boolean;
  onConfirming: (confirming: boolean) => void;
  onRestore: () => void;
}

function Restoring({ version, fields, onConfirming, onRestore }: VersionProps) {
  return (
    <div className="mt-4 p-4 sunk">
      <p>Going back to this version changes:</p>
      <Changes changes={version.restoring} fields={fields} />
      <div className="flex gap-2 justify-end mt-4">
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
    <li className="py-4 line-above" data-version={version.id}>
      <div className="row wrap gap-y-2 gap-x-4 between">
        <p>
          <strong>{actionWords(version)}</strong>
          <span className="muted figures ms-2">{formatTime(version.createdAt)}</span>
        </p>
        {version.restoring.length > 0 ? (
          <Action aria-expanded={confirming} onClick={() => onConfirming(!confirming)}>
            Restore…
          </Action>
        ) : (
          <span className="muted figures ms-2">As it is now</span>
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
    ...load("/api/brands/{brand_id}/versions", { params: { path: { brand_id: brandId } } }),
    gcTime: 0, // what going back would change depends on what the brand is now
  });
  const [confirmingId, setConfirmingId] = useState<number | null>(null);
  const { mutate: restore } = useMutation({
    mutationFn: (versionId: number) => postAsOperator("/api/brands/restore", { body: { versionId } }),
    onSuccess: (message) => {
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
        {data?.length === 0 && <p className="muted figures ms-2">Nothing was edited since edits are kept.</p>}
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
    <div className="row gap-4">
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

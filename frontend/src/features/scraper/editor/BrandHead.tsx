import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/Button";
import { type BrandField, fieldLabel } from "../../../components/brandform/values";
import { Dialog } from "../../../components/dialog/Dialog";
import { Loaded } from "../../../components/operator/OperatorGate";
import { load, postAsOperator } from "../../../lib/api/operator";
import type { BrandPageRow, BrandVersion } from "../../../lib/api/schema";
import { formatTime } from "../../../lib/time";
import { useAct } from "../Table";
import dialog from "../../../components/dialog/dialog.module.css";
import versionsStyles from "./versions.module.css";

const WORDS: Readonly<Record<BrandVersion["action"], string>> = {
  before: "As it was before the first edit that was kept",
  added: "Added",
  edited: "Edited",
  restored: "Restored",
};

function pageWords({ pageUrl, productCategory, color, customClickSelector }: Partial<BrandPageRow>): string {
  const parts = [
    pageUrl,
    productCategory && `category ${productCategory}`,
    color && `colour ${color}`,
    customClickSelector,
  ];
  return parts.filter(Boolean).join(", ");
}

/** A value as text; "(empty)" where it is. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(empty)";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  const entries = value.map((entry: unknown) =>
    typeof entry === "object" && entry !== null ? pageWords(entry) : JSON.stringify(entry),
  );
  return entries.join("\n") || "(none)";
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
          <dt className="muted">{name}</dt>
          <dd>
            {old !== null && (
              <>
                <span className="visually-hidden">from </span>
                <del className="muted">{old}</del>
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

interface BrandHeadProps {
  brandId: number;
  name: string;
  fields: readonly BrandField[];
  onRestored: () => void;
}

/** Who edited a brand's configuration, when, and what: with the way back to each version. */
function VersionsDialog({
  brandId,
  name,
  fields,
  onRestored,
  onClose,
}: BrandHeadProps & { onClose: () => void }) {
  const versions = useQuery({
    ...load("/api/brands/{brand_id}/versions", { params: { path: { brand_id: brandId } } }),
    gcTime: 0, // what going back would change depends on what the brand is now
  });
  const [confirmed, setConfirmed] = useState(0);
  const { act } = useAct(() => {
    onClose();
    onRestored();
  });
  return (
    <Dialog title={`Edits of ${name}`} width="wide" onClose={onClose}>
      <div className={`pb-5 ${dialog.body ?? ""}`}>
        <Loaded query={versions} waiting="Loading…">
          {(all) => (
            <ol>
              {all.length === 0 && <li className="muted">Nothing was edited since edits are kept.</li>}
              {all.map(({ id, action, author, createdAt, changes, restoring }) => (
                <li key={id} className="py-3 line-above" data-version={id}>
                  <div className="row wrap gap-y-2 gap-x-4 between">
                    <p>
                      <strong>{author === "" ? WORDS[action] : `${WORDS[action]} by ${author}`}</strong>
                      <span className="muted figures ms-2">{formatTime(createdAt)}</span>
                    </p>
                    {restoring.length > 0 ? (
                      <Button
                        aria-expanded={confirmed === id}
                        onClick={() => setConfirmed(confirmed === id ? 0 : id)}
                      >
                        Restore…
                      </Button>
                    ) : (
                      <span className="muted figures ms-2">As it is now</span>
                    )}
                  </div>
                  {changes.length > 0 && <Changes changes={changes} fields={fields} />}
                  {confirmed === id && (
                    <div className="mt-4 p-4 sunk">
                      <p>Going back to this version changes:</p>
                      <Changes changes={restoring} fields={fields} />
                      <div className="flex gap-2 justify-end mt-4">
                        <Button onClick={() => setConfirmed(0)}>Cancel</Button>
                        <Button
                          kind="primary"
                          onClick={() =>
                            act(() => postAsOperator("/api/brands/restore", { body: { versionId: id } }))
                          }
                        >
                          Restore this version
                        </Button>
                      </div>
                    </div>
                  )}
                </li>
              ))}
            </ol>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

/** The brand's id, and the record of its edits. */
export function BrandHead(props: BrandHeadProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="row gap-4">
      <span className="muted">Brand id {props.brandId}</span>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Edits…
      </Button>
      {open && <VersionsDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}

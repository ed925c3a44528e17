import { useState } from "react";
import { Action } from "../../../components/Action";
import type { BrandField } from "../../../components/brandform/fields";
import { VersionsDialog } from "./VersionsDialog";
import styles from "./editor.module.css";

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

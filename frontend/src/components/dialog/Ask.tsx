import type { ReactNode } from "react";
import { Action } from "../Action";
import { Dialog } from "./Dialog";
import styles from "./dialog.module.css";

interface AskProps {
  title: string;
  /** What the button does, in its own words. */
  does: string;
  onYes: () => void;
  onNo: () => void;
  /** What is not done, where that is no "Cancel". */
  not?: string;
  disabled?: boolean;
  children: ReactNode;
}

/** A question before an act, with its effect. */
export function Ask({ title, does, onYes, onNo, not = "Cancel", disabled = false, children }: AskProps) {
  return (
    <Dialog title={title} width="narrow" onClose={onNo}>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>
        <Action onClick={onNo}>{not}</Action>
        <Action kind="filled" disabled={disabled} onClick={onYes}>
          {does}
        </Action>
      </div>
    </Dialog>
  );
}

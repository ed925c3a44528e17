import { useId, useRef, type ReactNode } from "react";
import { Icon } from "../icons/Icon";
import { useModal } from "../../hooks/useModal";
import styles from "./dialog.module.css";

interface DialogProps {
  title: string;
  width: "narrow" | "wide";
  /** A click on the backdrop does not close it: for long forms. */
  keep?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A native modal dialog, open as long as it is mounted. */
export function Dialog({ title, width, keep = false, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(element, onClose, keep);
  return (
    <dialog ref={element} className={styles.dialog} data-width={width} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
      {/* Last in the order, so that the dialog opens with its first field focused. */}
      <button type="button" className={styles.cross} onClick={onClose} aria-label="Close">
        <Icon name="close" />
      </button>
    </dialog>
  );
}

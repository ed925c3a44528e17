import { useId, type ReactNode } from "react";
import { Icon } from "../icons/Icon";
import { Modal } from "./Modal";
import styles from "./dialog.module.css";
import { Button } from "../Button";

interface DialogProps {
  title: string;
  width: "narrow" | "wide";
  /** A click on the backdrop does not close it: for long forms. */
  keep?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with its title and a cross, open as long as it is mounted. */
export function Dialog({ title, width, keep = false, onClose, children }: DialogProps) {
  const titleId = useId();
  return (
    <Modal
      className={styles.dialog}
      data-width={width}
      aria-labelledby={titleId}
      keep={keep}
      onClose={onClose}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
      {/* Last in the order, so that the dialog opens with its first field focused. */}
      <button type="button" className={styles.cross} onClick={onClose} aria-label="Close">
        <Icon name="close" />
      </button>
    </Modal>
  );
}

interface ConfirmProps {
  title: string;
  /** What the button does, in its own words. */
  does: string;
  onYes: () => void;
  /** It closes, whichever was chosen. */
  onClose: () => void;
  /** What is not done, where that is no "Cancel". */
  not?: string;
  disabled?: boolean;
  children: ReactNode;
}

/** A question before an act, with its effect. */
export function Confirm({
  title,
  does,
  onYes,
  onClose,
  not = "Cancel",
  disabled = false,
  children,
}: ConfirmProps) {
  return (
    <Dialog title={title} width="narrow" onClose={onClose}>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>
        <Button onClick={onClose}>{not}</Button>
        <Button
          kind="primary"
          disabled={disabled}
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {does}
        </Button>
      </div>
    </Dialog>
  );
}

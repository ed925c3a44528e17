import { Action } from "../../components/Action";
import { Dialog } from "../../components/dialog/Dialog";
import styles from "../../components/dialog/dialog.module.css";

interface ThankYouProps {
  title: string;
  width: "narrow" | "wide";
  text: string;
  button: string;
  onClose: () => void;
}

/** What follows a submission; the spec words it differently for each form (spec §2.10). */
export function ThankYou({ title, width, text, button, onClose }: ThankYouProps) {
  return (
    <Dialog title={title} width={width} onClose={onClose}>
      <p className={styles.text} role="status">
        {text}
      </p>
      <footer className={styles.actions}>
        <Action kind="filled" onClick={onClose}>
          {button}
        </Action>
      </footer>
    </Dialog>
  );
}

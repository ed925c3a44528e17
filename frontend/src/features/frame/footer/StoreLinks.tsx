import { useState, type ComponentType } from "react";
import { Link } from "react-router-dom";
import { showToast } from "../../../lib/toasts";
import styles from "./footer.module.css";

type DialogComponent = ComponentType<{ onClose: () => void }>;
type DialogCode = () => Promise<{ default: DialogComponent }>;

/** The code of the two dialogs, fetched once one is opened. */
export interface StoreDialogs {
  suggestStore: DialogCode;
  /** Null outside development mode. */
  submitSite: DialogCode | null;
}

/** "Suggest a store" for everybody; the scraper and the full form in development mode (spec §2.2). */
export function StoreLinks({ dialogs: { suggestStore, submitSite } }: { dialogs: StoreDialogs }) {
  const [Dialog, setDialog] = useState<DialogComponent | null>(null);
  const open = (load: DialogCode) => {
    load().then(
      (loaded) => setDialog(() => loaded.default),
      () => showToast("The dialog could not be loaded, try again", "error"),
    );
  };
  return (
    <>
      <li>
        <button type="button" className={styles.link} onClick={() => open(suggestStore)}>
          Suggest a store
        </button>
        {Dialog && <Dialog onClose={() => setDialog(null)} />}
      </li>
      {submitSite && (
        <>
          <li>
            <Link className={styles.link} to="/scraper">
              Scraper
            </Link>
          </li>
          <li>
            <Link className={styles.link} to="/review">
              Review
            </Link>
          </li>
          <li>
            <button type="button" className={styles.link} onClick={() => open(submitSite)}>
              Submit site
            </button>
          </li>
        </>
      )}
    </>
  );
}

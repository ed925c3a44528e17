import { useState, type ComponentType } from "react";
import { Link } from "react-router-dom";
import { DEV_MODE } from "../../lib/env";
import { showToast } from "../toasts/store";
import styles from "./footer.module.css";

type DialogComponent = ComponentType<{ onClose: () => void }>;
type DialogModule = Promise<{ default: DialogComponent }>;

const suggestStore = (): DialogModule => import("../submit/SuggestStoreDialog");
const submitSite = (): DialogModule => import("../submit/SubmitSiteDialog");

function DevLinks({ onSubmitSite }: { onSubmitSite: () => void }) {
  return (
    <>
      <li>
        <Link className={styles.link} to="/scraper">
          Scraper
        </Link>
      </li>
      <li>
        <button type="button" className={styles.link} onClick={onSubmitSite}>
          Submit site
        </button>
      </li>
    </>
  );
}

/** "Suggest a store" for everybody; the scraper and the full form in development mode (spec §2.2). */
export function StoreLinks() {
  const [Dialog, setDialog] = useState<DialogComponent | null>(null);
  const open = (load: () => DialogModule) => {
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
      {DEV_MODE && <DevLinks onSubmitSite={() => open(submitSite)} />}
    </>
  );
}

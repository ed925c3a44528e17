import { useState } from "react";
import { Dialog } from "../submit/Dialog";
import dialog from "../submit/dialog.module.css";
import { stopAll } from "./api";
import styles from "./scraper.module.css";

interface StopAllProps {
  count: number;
  /** Shows the answer and reloads. */
  onStop: (answer: Promise<string>) => void;
}

/** Stops everything that runs, once the operator says so again. */
export function StopAll({ count, onStop }: StopAllProps) {
  const [asked, setAsked] = useState(false);
  const processes = count === 1 ? "the process" : `all ${count} processes`;
  return (
    <>
      <button
        type="button"
        className={styles.secondary}
        aria-haspopup="dialog"
        onClick={() => setAsked(true)}
      >
        Stop all…
      </button>
      {asked && (
        <Dialog title={`Stop ${processes}?`} width="narrow" onClose={() => setAsked(false)}>
          <p className={dialog.text}>
            What they have read so far is kept, nothing is hidden, and each can be started again.
          </p>
          <div className={dialog.actions}>
            <button type="button" className={dialog.secondary} onClick={() => setAsked(false)}>
              Cancel
            </button>
            <button
              type="button"
              className={dialog.primary}
              onClick={() => {
                setAsked(false);
                onStop(stopAll());
              }}
            >
              Stop {processes}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

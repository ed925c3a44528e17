import { useState } from "react";
import { Action } from "../../../components/Action";
import { Dialog } from "../../../components/dialog/Dialog";
import dialog from "../../../components/dialog/dialog.module.css";
import { stopAll } from "../api/processes";
import type { Act } from "../useAct";

interface StopAllProps {
  count: number;
  onStop: Act;
}

/** Stops everything that runs, once the operator has confirmed it. */
export function StopAll({ count, onStop }: StopAllProps) {
  const [confirming, setConfirming] = useState(false);
  const processes = count === 1 ? "the process" : `all ${count} processes`;
  return (
    <>
      <Action aria-haspopup="dialog" onClick={() => setConfirming(true)}>
        Stop all…
      </Action>
      {confirming && (
        <Dialog title={`Stop ${processes}?`} width="narrow" onClose={() => setConfirming(false)}>
          <p className={dialog.text}>
            What they have read so far is kept, nothing is hidden, and each can be started again.
          </p>
          <div className={dialog.actions}>
            <Action onClick={() => setConfirming(false)}>Cancel</Action>
            <Action
              kind="filled"
              onClick={() => {
                setConfirming(false);
                onStop(stopAll);
              }}
            >
              Stop {processes}
            </Action>
          </div>
        </Dialog>
      )}
    </>
  );
}

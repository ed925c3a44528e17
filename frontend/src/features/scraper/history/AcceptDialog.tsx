import { useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { operatorApi } from "../../../lib/api/operator/api";
import { get } from "../../../lib/api/query";
import { Action } from "../../../components/Action";
import { LoadError } from "../../../components/states/LoadError";
import { Dialog } from "../../../components/dialog/Dialog";
import dialog from "../../../components/dialog/dialog.module.css";
import { counted, effectLines, reasonOf } from "./history";
import styles from "./accept.module.css";
import type { HistoryRecord } from "../api/wire";

interface AcceptDialogProps {
  record: HistoryRecord;
  brandName: string;
  /** `same`: new products that seem to be known ones are those. */
  onAccept: (same: boolean) => void;
  onClose: () => void;
}

/** Shows what accepting a suspect run would do, and asks the operator to confirm it. */
export function AcceptDialog({ record, brandName, onAccept, onClose }: AcceptDialogProps) {
  const [same, setSame] = useState(true);
  const params = { path: { run_id: record.id }, query: { same } };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...get("/api/scraper/acceptance/{run_id}", { params }, operatorApi),
    placeholderData: keepPreviousData, // the question stays while the other answer is counted
    gcTime: 0, // fetched each time: it counts the current products
  });
  const hides = data?.hides ?? 0;
  return (
    <Dialog title={`Accept run ${record.id} of ${brandName}?`} width="narrow" onClose={onClose}>
      <p className={dialog.text}>
        {record.complete ? "It read every page but looked wrong" : "It read only a part and looked wrong"}:{" "}
        {reasonOf(record).replace(/\.$/, "") || "no reason is known"}. Accept it if the store really is like
        this now.
      </p>
      <div className={dialog.text} role="status">
        <LoadError error={error} onRetry={() => void refetch()} />
        {!data && !error && <p>Counting what it would change…</p>}
        {data && (
          <>
            <ul className={styles.effect}>
              {effectLines(data).map((line) => (
                <li key={line} data-loss={data.losses.includes(line) || undefined}>
                  {line}
                </li>
              ))}
            </ul>
            {data.asked > 0 && (
              <label className={styles.asked}>
                <input type="checkbox" checked={same} onChange={(event) => setSame(event.target.checked)} />
                {`${counted(data.asked, "new product")} and the known ones that they seem to be are the same: they keep their history, favourites and alerts`}
              </label>
            )}
            <p>
              {record.complete
                ? "Later runs are compared with this one. "
                : "What it did not read stays as it is, and later runs are not compared with it. "}
              {hides > 0 && "Hidden products keep what was curated and come back when a later run sees them."}
            </p>
          </>
        )}
      </div>
      <div className={dialog.actions}>
        <Action onClick={onClose}>Cancel</Action>
        <Action kind="filled" disabled={!data || isPlaceholderData} onClick={() => onAccept(same)}>
          {hides === 0 ? "Accept" : `Accept and hide ${hides}`}
        </Action>
      </div>
    </Dialog>
  );
}

import { useState, type SubmitEvent } from "react";
import { Action } from "../../../components/Action";
import { formatTime } from "../../../lib/time";
import { setLimit, type LimitInput } from "../api/trends";
import type { GateLimit } from "../api/wire";
import { Table } from "../Table";
import type { Act } from "../useAct";
import table from "../table.module.css";
import operator from "../../../components/operator/operator.module.css";
import styles from "./trends.module.css";

interface FormProps {
  limit: GateLimit;
  onSave: (input: Pick<LimitInput, "percent" | "reason">) => void;
  onClose: () => void;
}

function Form({ limit, onSave, onClose }: FormProps) {
  const [percent, setPercent] = useState(String(limit.own?.percent ?? limit.usual));
  const [reason, setReason] = useState(limit.own?.reason ?? "");
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    onSave({ percent: Number(percent), reason });
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <label>
        {limit.words}, in percent
        <input
          className={operator.input}
          type="number"
          min={0}
          max={1000}
          required
          value={percent}
          onChange={(event) => setPercent(event.target.value)}
        />
      </label>
      <label className={styles.reason}>
        Why may this brand differ?
        <input
          className={operator.input}
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <Action kind="filled" type="submit">
        Save
      </Action>
      <Action onClick={onClose}>Cancel</Action>
    </form>
  );
}

function Own({ own }: { own: GateLimit["own"] }) {
  if (own === null) return <span className="muted">as everywhere</span>;
  return (
    <span className={styles.lines}>
      <span>
        {own.percent} %: {own.reason}
      </span>
      <span className="muted">
        by {own.setBy}, {formatTime(own.setAt)}
      </span>
    </span>
  );
}

/** The limits that hold a brand's runs; one that was overruled again and again asks to be changed. */
export function Limits({
  brandId,
  limits,
  onAct,
}: {
  brandId: number;
  limits: readonly GateLimit[];
  onAct: Act;
}) {
  const [open, setOpen] = useState<GateLimit["gate"] | null>(null);
  const save = (input: LimitInput) => {
    setOpen(null);
    onAct(() => setLimit(input));
  };
  return (
    <Table
      name="limits"
      label="Limits of gates"
      rows={limits}
      kind="gate"
      idOf={({ gate }) => gate}
      columns={[
        { area: "brand", label: "gate", className: table.brand, cell: ({ words }) => words },
        { area: "usual", label: "usually", className: table.number, cell: ({ usual }) => `${usual} %` },
        { area: "own", label: "for this brand", cell: ({ own }) => <Own own={own} /> },
        {
          area: "overruled",
          label: "overruled",
          cell: ({ overruled, asks }) =>
            asks ? (
              <strong>{overruled} times since it was set: should it change?</strong>
            ) : (
              `${overruled} ${overruled === 1 ? "time" : "times"}`
            ),
        },
        {
          area: "actions",
          label: "actions",
          cell: ({ gate, own, words }) => (
            <div className={table.actions}>
              <button type="button" aria-expanded={open === gate} onClick={() => setOpen(gate)}>
                Change<span className="visually-hidden">: {words}</span>
              </button>
              {own && (
                <button type="button" onClick={() => save({ brandId, gate, percent: null, reason: "" })}>
                  As everywhere<span className="visually-hidden">: {words}</span>
                </button>
              )}
            </div>
          ),
        },
      ]}
      detailOf={(limit) =>
        open === limit.gate && (
          <Form
            limit={limit}
            onClose={() => setOpen(null)}
            onSave={(input) => save({ brandId, gate: limit.gate, ...input })}
          />
        )
      }
    />
  );
}

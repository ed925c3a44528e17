import { useState } from "react";
import { InlineForm } from "../../../components/operator/InlineForm";
import { tell } from "../../../lib/api/operator";
import type { GateLimit, LimitInput } from "../../../lib/api/schema";
import { formatTime } from "../../../lib/time";
import type { Act } from "../act";
import { actions, RowButton, Table } from "../Table";
import table from "../table.module.css";

function Own({ own }: { own: GateLimit["own"] }) {
  if (own === null) return <span className="muted">as everywhere</span>;
  return (
    <span className="grid">
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
    onAct(() => tell("/api/scraper/limits", { body: input }));
  };
  return (
    <Table
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
        actions<GateLimit>(({ gate, own, words }) => (
          <>
            <RowButton of={`: ${words}`} aria-expanded={open === gate} onClick={() => setOpen(gate)}>
              Change
            </RowButton>
            {own && (
              <RowButton of={`: ${words}`} onClick={() => save({ brandId, gate, percent: null, reason: "" })}>
                As everywhere
              </RowButton>
            )}
          </>
        )),
      ]}
      detailOf={({ gate, own, usual, words }) =>
        open === gate && (
          <InlineForm
            fields={[
              {
                name: "percent",
                label: `${words}, in percent`,
                type: "number",
                min: 0,
                max: 1000,
                required: true,
                defaultValue: own?.percent ?? usual,
              },
              {
                name: "reason",
                label: "Why may this brand differ?",
                required: true,
                maxLength: 500,
                defaultValue: own?.reason,
              },
            ]}
            submit="Save"
            onSubmit={({ percent, reason = "" }) => save({ brandId, gate, percent: Number(percent), reason })}
            onCancel={() => setOpen(null)}
          />
        )
      }
    />
  );
}

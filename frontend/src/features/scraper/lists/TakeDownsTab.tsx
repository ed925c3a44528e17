import { useQuery } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { Action } from "../../../components/Action";
import { Ask } from "../../../components/dialog/Ask";
import { LoadError } from "../../../components/states/LoadError";
import type { TakeDown, TakeDownInput } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { editReason, endTakeDown, fetchTakeDowns, takeDown } from "../api/lists";
import { formatTime } from "../duration";
import { type Column, Table } from "../Table";
import { useAct } from "../useAct";
import { EditCell } from "./EditCell";
import { withRemoved } from "./removed";
import table from "../table.module.css";
import lists from "./lists.module.css";

/** What a take-down is of, as people call it. */
export function takenWords({ domain, product, groupKey }: TakeDown): string {
  return domain ?? (product || `Product ${groupKey ?? ""} (gone)`);
}

/** What it is asked for again by: a domain, or a product that is still there. */
function againOf({ domain, productId, reason }: TakeDown): TakeDownInput | null {
  if (domain !== null) return { domain, reason };
  return productId === null ? null : { productId, reason };
}

/** Hides a domain, or a product by its id. */
function AddTakeDown({ onAdd }: { onAdd: (body: TakeDownInput) => void }) {
  const [what, setWhat] = useState("");
  const [reason, setReason] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const isId = /^\d+$/.test(what.trim());
    onAdd(isId ? { productId: Number(what.trim()), reason } : { domain: what.trim(), reason });
    setWhat("");
    setReason("");
  };
  return (
    <form className={lists.add} onSubmit={submit}>
      <label className={lists.label}>
        Domain or product id
        <input
          className={lists.input}
          value={what}
          required
          placeholder="fakes.example"
          autoCapitalize="none"
          onChange={(event) => setWhat(event.target.value)}
        />
      </label>
      <label className={lists.label}>
        Reason
        <input
          className={lists.input}
          value={reason}
          maxLength={2000}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <Action kind="filled" type="submit">
        Take down
      </Action>
    </form>
  );
}

/** Products and domains that stay hidden: listed, their reasons edited, ended and put back. */
export function TakeDownsTab() {
  const { data, error, refetch } = useQuery({
    queryKey: ["scraper", "takedowns"],
    queryFn: ({ signal }) => fetchTakeDowns(signal),
  });
  const reload = () => void refetch();
  const act = useAct(reload);
  const [edited, setEdited] = useState(0);
  const [ending, setEnding] = useState<TakeDown | null>(null);
  const [ended, setEnded] = useState<readonly TakeDown[]>([]);
  if (!data) return <LoadError error={error} onRetry={reload} />;
  const { rows, isGone } = withRemoved(data, ended, (row) => row.id);
  const end = (row: TakeDown) => {
    setEnding(null);
    setEnded((all) => [...all, row]);
    act(() => endTakeDown(row.id));
  };
  const putBack = (row: TakeDown, body: TakeDownInput) => {
    setEnded((all) => all.filter(({ id }) => id !== row.id));
    act(() => takeDown(body));
  };
  const columns: Column<TakeDown>[] = [
    { area: "brand", label: "what is hidden", className: table.brand, cell: takenWords },
    {
      area: "state",
      label: "products",
      className: table.figure,
      cell: (row) =>
        isGone(row) ? <span className="muted">shown again</span> : countOf(row.hides, "product"),
    },
    {
      area: "log",
      label: "reason",
      cell: (row) =>
        edited === row.id ? (
          <EditCell
            label={`Reason for ${takenWords(row)}`}
            value={row.reason}
            onSave={(reason) => {
              setEdited(0);
              act(() => editReason(row.id, reason));
            }}
            onCancel={() => setEdited(0)}
          />
        ) : (
          row.reason || <span className="muted">none</span>
        ),
    },
    {
      area: "start",
      label: "since",
      className: table.figure,
      cell: ({ createdAt }) => formatTime(createdAt),
    },
    {
      area: "actions",
      label: "actions",
      cell: (row) => {
        const ofRow = <span className="visually-hidden"> {takenWords(row)}</span>;
        const again = againOf(row);
        return (
          <div className={table.actions}>
            {isGone(row) ? (
              again && (
                <button type="button" onClick={() => putBack(row, again)}>
                  Hide again{ofRow}
                </button>
              )
            ) : (
              <>
                <button type="button" onClick={() => setEdited(row.id)}>
                  Edit reason{ofRow}
                </button>
                <button type="button" onClick={() => setEnding(row)}>
                  End…{ofRow}
                </button>
              </>
            )}
          </div>
        );
      },
    },
  ];
  return (
    <>
      {ending && (
        <Ask
          title={`End the take-down of ${takenWords(ending)}?`}
          does="End it"
          onNo={() => setEnding(null)}
          onYes={() => end(ending)}
        >
          <p>
            {countOf(ending.hides, "product")} that it hides can be found again, unless another one hides
            them.
          </p>
          {ending.reason && <p>It was taken down for: {ending.reason}</p>}
        </Ask>
      )}
      <AddTakeDown onAdd={(body) => act(() => takeDown(body))} />
      <LoadError error={error} onRetry={reload} />
      {rows.length === 0 ? (
        <p className={table.empty}>Nothing is taken down.</p>
      ) : (
        <Table
          name="lists"
          label="Take-downs"
          columns={columns}
          rows={rows}
          kind="takedown"
          idOf={(row) => row.id}
        />
      )}
    </>
  );
}

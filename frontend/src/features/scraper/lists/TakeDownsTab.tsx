import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Ask } from "../../../components/dialog/Ask";
import { InlineForm } from "../../../components/operator/InlineForm";
import { bodyOf } from "../../../lib/api/client";
import { load, operatorApi, tell } from "../../../lib/api/operator";
import type { TakeDown, TakeDownInput } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { formatTime } from "../../../lib/time";
import { useAct } from "../act";
import { actions, type Column, ListTab, RowButton } from "../Table";
import { withRemoved } from "./removed";
import table from "../table.module.css";

/** What a take-down is of, as people call it. */
export function takenWords({ domain, product, groupKey }: TakeDown): string {
  return domain ?? (product || `Product ${groupKey ?? ""} (gone)`);
}

/** What brings it back: a domain, or a product that is still there. */
function againOf({ domain, productId, reason }: TakeDown): TakeDownInput | null {
  if (domain !== null) return { domain, reason };
  return productId === null ? null : { productId, reason };
}

async function endTakeDown({ id }: TakeDown): Promise<string> {
  const params = { path: { take_down_id: id } };
  return (await bodyOf(operatorApi.DELETE("/api/takeDowns/{take_down_id}", { params }))).message;
}

/** Products and domains that stay hidden: listed, their reasons edited, ended and put back. */
export function TakeDownsTab() {
  const { data, error, refetch } = useQuery(load("/api/takeDowns", {}));
  const act = useAct(() => void refetch());
  const [edited, setEdited] = useState(0);
  const [ending, setEnding] = useState<TakeDown | null>(null);
  const [ended, setEnded] = useState<readonly TakeDown[]>([]);
  const { rows, isGone } = withRemoved(data, ended, ({ id }) => id);
  const hide = (body: TakeDownInput) => act(() => tell("/api/takeDowns", { body }));
  const add = ({ what = "", reason = "" }) => {
    const typed = what.trim();
    hide(/^\d+$/.test(typed) ? { productId: Number(typed), reason } : { domain: typed, reason });
  };
  const edit = (id: number, reason: string) => {
    setEdited(0);
    const params = { path: { take_down_id: id } };
    act(() => tell("/api/takeDowns/{take_down_id}", { params, body: { reason } }));
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
          <InlineForm
            fields={[
              {
                name: "reason",
                label: `Reason for ${takenWords(row)}`,
                isBare: true,
                maxLength: 2000,
                defaultValue: row.reason,
              },
            ]}
            focused
            submit="Save"
            onSubmit={({ reason = "" }) => edit(row.id, reason)}
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
    actions((row) => {
      const again = againOf(row);
      const putBack = (body: TakeDownInput) => {
        setEnded((all) => all.filter(({ id }) => id !== row.id));
        hide(body);
      };
      return isGone(row) ? (
        again && (
          <RowButton of={takenWords(row)} onClick={() => putBack(again)}>
            Hide again
          </RowButton>
        )
      ) : (
        <>
          <RowButton of={takenWords(row)} onClick={() => setEdited(row.id)}>
            Edit reason
          </RowButton>
          <RowButton of={takenWords(row)} onClick={() => setEnding(row)}>
            End…
          </RowButton>
        </>
      );
    }),
  ];
  return (
    <>
      {ending && (
        <Ask
          title={`End the take-down of ${takenWords(ending)}?`}
          does="End it"
          onNo={() => setEnding(null)}
          onYes={() => {
            setEnding(null);
            setEnded((all) => [...all, ending]);
            act(() => endTakeDown(ending));
          }}
        >
          <p>
            {countOf(ending.hides, "product")} that it hides can be found again, unless another one hides
            them.
          </p>
          {ending.reason && <p>It was taken down for: {ending.reason}</p>}
        </Ask>
      )}
      <InlineForm
        fields={[
          {
            name: "what",
            label: "Domain or product id",
            required: true,
            placeholder: "fakes.example",
            autoCapitalize: "none",
          },
          { name: "reason", label: "Reason", maxLength: 2000 },
        ]}
        clears
        submit="Take down"
        onSubmit={add}
      />
      <ListTab
        rows={rows}
        error={error}
        onRetry={() => void refetch()}
        empty="Nothing is taken down."
        label="Take-downs"
        columns={columns}
        kind="takedown"
        idOf={({ id }) => id}
      />
    </>
  );
}

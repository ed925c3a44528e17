import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { InlineForm } from "../../../components/operator/InlineForm";
import { bodyOf } from "../../../lib/api/client";
import { load, operatorApi, postAsOperator } from "../../../lib/api/operator";
import type { Synonym, TakeDown, TakeDownInput } from "../../../lib/api/schema";
import { formatTime } from "../../../lib/time";
import { useAct, actions, type Column, ListTab, RowButton } from "../Table";
import table from "../table.module.css";
import { Confirm } from "../../../components/dialog/Dialog";
import { countOf } from "../../../lib/catalogue/format";

/** Rows with those that were removed on this page at their end: they can be put back until it is left. */
function withRemoved<Row>(
  rows: readonly Row[] | undefined,
  removed: readonly Row[],
  keyOf: (row: Row) => number | string,
) {
  const there = new Set(rows?.map(keyOf));
  const gone = new Map(removed.filter((row) => !there.has(keyOf(row))).map((row) => [keyOf(row), row]));
  return { rows: rows && [...rows, ...gone.values()], isGone: (row: Row) => gone.has(keyOf(row)) };
}

const WORDS = { required: true, maxLength: 100, autoCapitalize: "none" };

/** Has words read as others; those that have a meaning already get the new one. */
async function saveSynonym(body: { words: string; means: string }): Promise<string> {
  const saved = await bodyOf(operatorApi.POST("/api/insights/synonyms", { body }));
  return `“${saved.words}” is read as “${saved.means}” from now on`;
}

/** Operators' meanings of words: listed, edited, taken back and put back. */
export function SynonymsTab() {
  const list = useQuery(load("/api/insights/synonyms", {}));
  const act = useAct(() => void list.refetch());
  const [edited, setEdited] = useState("");
  const [removed, setRemoved] = useState<readonly Synonym[]>([]);
  const { rows, isGone } = withRemoved(list.data, removed, ({ words }) => words);
  const save = (words: string, means: string) => {
    setEdited("");
    act(() => saveSynonym({ words, means }));
  };
  const remove = (row: Synonym) => {
    setRemoved((all) => [...all, row]);
    act(() => postAsOperator("/api/insights/synonyms/remove", { body: { words: row.words } }));
  };
  const columns: Column<Synonym>[] = [
    {
      area: "brand",
      label: "what people type",
      className: table.brand,
      cell: ({ words }) => <Link to={`/?q=${encodeURIComponent(words)}`}>{words}</Link>,
    },
    {
      area: "log",
      label: "is read as",
      cell: (row) =>
        edited === row.words ? (
          <InlineForm
            fields={[
              {
                ...WORDS,
                name: "means",
                label: `“${row.words}” is read as`,
                isBare: true,
                defaultValue: row.means,
              },
            ]}
            focused
            submit="Save"
            onSubmit={({ means = "" }) => save(row.words, means)}
            onCancel={() => setEdited("")}
          />
        ) : isGone(row) ? (
          <span className="muted">itself again (was “{row.means}”)</span>
        ) : (
          row.means
        ),
    },
    { area: "start", label: "by", cell: ({ addedBy }) => addedBy || "–" },
    { area: "end", label: "since", className: table.figure, cell: ({ createdAt }) => formatTime(createdAt) },
    actions((row) =>
      isGone(row) ? (
        <RowButton of={`“${row.words}”`} onClick={() => save(row.words, row.means)}>
          Put back
        </RowButton>
      ) : (
        <>
          <RowButton of={`“${row.words}”`} onClick={() => setEdited(row.words)}>
            Edit
          </RowButton>
          <RowButton of={`“${row.words}”`} onClick={() => remove(row)}>
            Remove
          </RowButton>
        </>
      ),
    ),
  ];
  return (
    <>
      <InlineForm
        fields={[
          { ...WORDS, name: "words", label: "What people type" },
          { ...WORDS, name: "means", label: "Is read as" },
        ]}
        clears
        submit="Add synonym"
        onSubmit={({ words = "", means = "" }) => save(words, means)}
      />
      <ListTab
        rows={rows}
        query={list}
        empty="No synonyms yet."
        label="Synonyms"
        columns={columns}
        kind="synonym"
        idOf={({ words }) => words}
      />
    </>
  );
}

/** What a take-down is of, as people call it. */
function takenWords({ domain, product, groupKey }: TakeDown): string {
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
  const list = useQuery(load("/api/takeDowns", {}));
  const act = useAct(() => void list.refetch());
  const [edited, setEdited] = useState(0);
  const [ending, setEnding] = useState<TakeDown | null>(null);
  const [ended, setEnded] = useState<readonly TakeDown[]>([]);
  const { rows, isGone } = withRemoved(list.data, ended, ({ id }) => id);
  const hide = (body: TakeDownInput) => act(() => postAsOperator("/api/takeDowns", { body }));
  const add = ({ what = "", reason = "" }) => {
    const typed = what.trim();
    hide(/^\d+$/.test(typed) ? { productId: Number(typed), reason } : { domain: typed, reason });
  };
  const edit = (id: number, reason: string) => {
    setEdited(0);
    const params = { path: { take_down_id: id } };
    act(() => postAsOperator("/api/takeDowns/{take_down_id}", { params, body: { reason } }));
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
        <Confirm
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
        </Confirm>
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
        query={list}
        empty="Nothing is taken down."
        label="Take-downs"
        columns={columns}
        kind="takedown"
        idOf={({ id }) => id}
      />
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { Link } from "react-router-dom";
import { Button } from "../../../components/Button";
import { Confirm } from "../../../components/dialog/Dialog";
import { InlineForm } from "../../../components/operator/InlineForm";
import { bodyOf } from "../../../lib/api/client";
import { load, operatorApi, postAsOperator } from "../../../lib/api/operator";
import type { Synonym, TakeDown, TakeDownInput } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { formatTime } from "../../../lib/time";
import { useAct, actions, type Column, ListTab } from "../Table";

/** Rows with those that were removed on this page at their end: they can be put back until it is left. */
function useRemovable<Row>(there: readonly Row[] | undefined, keyOf: (row: Row) => number | string) {
  const [removed, setRemoved] = useState<readonly Row[]>([]);
  const without = (rows: readonly Row[], row: Row) => rows.filter((other) => keyOf(other) !== keyOf(row));
  const gone = removed.filter((row) => !there?.some((other) => keyOf(other) === keyOf(row)));
  return {
    rows: there && [...there, ...gone],
    isGone: (row: Row) => gone.includes(row),
    remove: (row: Row) => setRemoved([...without(removed, row), row]),
    putBack: (row: Row) => setRemoved(without(removed, row)),
  };
}

interface EditTextProps extends ComponentProps<"input"> {
  label: string;
  onSave: (text: string) => void;
  onCancel: () => void;
}

/** A row's text while it is edited. */
function EditText({ onSave, onCancel, ...input }: EditTextProps) {
  return (
    <InlineForm
      fields={[{ ...input, name: "text", isBare: true }]}
      focused
      submit="Save"
      onSubmit={({ text = "" }) => onSave(text)}
      onCancel={onCancel}
    />
  );
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
  const { act } = useAct();
  const [edited, setEdited] = useState("");
  const { rows, isGone, remove, putBack } = useRemovable(list.data, ({ words }) => words);
  const save = (words: string, means: string) => {
    setEdited("");
    act(() => saveSynonym({ words, means }));
  };
  const columns: Column<Synonym>[] = [
    {
      area: "brand",
      label: "what people type",
      cell: ({ words }) => <Link to={`/?q=${encodeURIComponent(words)}`}>{words}</Link>,
    },
    {
      area: "log",
      label: "is read as",
      cell: (row) => {
        if (isGone(row)) return <span className="muted">itself again (was “{row.means}”)</span>;
        if (edited !== row.words) return row.means;
        return (
          <EditText
            {...WORDS}
            label={`“${row.words}” is read as`}
            defaultValue={row.means}
            onSave={(means) => save(row.words, means)}
            onCancel={() => setEdited("")}
          />
        );
      },
    },
    { area: "start", label: "by", cell: ({ addedBy }) => addedBy || "–" },
    { area: "end", label: "since", cell: ({ createdAt }) => formatTime(createdAt) },
    actions((row) => {
      const of = `“${row.words}”`;
      const onPutBack = () => {
        putBack(row);
        save(row.words, row.means);
      };
      const onRemove = () => {
        remove(row);
        act(() => postAsOperator("/api/insights/synonyms/remove", { body: { words: row.words } }));
      };
      if (isGone(row)) {
        return (
          <Button kind="row" of={of} onClick={onPutBack}>
            Put back
          </Button>
        );
      }
      return (
        <>
          <Button kind="row" of={of} onClick={() => setEdited(row.words)}>
            Edit
          </Button>
          <Button kind="row" of={of} onClick={onRemove}>
            Remove
          </Button>
        </>
      );
    }),
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
  const { act } = useAct();
  const [edited, setEdited] = useState(0);
  const [ending, setEnding] = useState<TakeDown | null>(null);
  const { rows, isGone, remove, putBack } = useRemovable(list.data, ({ id }) => id);
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
    { area: "brand", label: "what is hidden", cell: takenWords },
    {
      area: "state",
      label: "products",
      cell: (row) =>
        isGone(row) ? <span className="muted">shown again</span> : countOf(row.hides, "product"),
    },
    {
      area: "log",
      label: "reason",
      cell: (row) =>
        edited === row.id ? (
          <EditText
            maxLength={2000}
            label={`Reason for ${takenWords(row)}`}
            defaultValue={row.reason}
            onSave={(reason) => edit(row.id, reason)}
            onCancel={() => setEdited(0)}
          />
        ) : (
          row.reason || <span className="muted">none</span>
        ),
    },
    {
      area: "start",
      label: "since",
      cell: ({ createdAt }) => formatTime(createdAt),
    },
    actions((row) => {
      const again = againOf(row);
      const onPutBack = (body: TakeDownInput) => {
        putBack(row);
        hide(body);
      };
      return isGone(row) ? (
        again && (
          <Button kind="row" of={takenWords(row)} onClick={() => onPutBack(again)}>
            Hide again
          </Button>
        )
      ) : (
        <>
          <Button kind="row" of={takenWords(row)} onClick={() => setEdited(row.id)}>
            Edit reason
          </Button>
          <Button kind="row" of={takenWords(row)} onClick={() => setEnding(row)}>
            End…
          </Button>
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
          onClose={() => setEnding(null)}
          onYes={() => {
            remove(ending);
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

import { useQuery } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { Link } from "react-router-dom";
import { Action } from "../../../components/Action";
import { LoadError } from "../../../components/states/LoadError";
import type { Synonym } from "../../../lib/api/schema";
import { fetchSynonyms, removeSynonym, saveSynonym } from "../api/lists";
import { formatTime } from "../duration";
import { type Column, Table } from "../Table";
import { useAct } from "../useAct";
import { EditCell } from "./EditCell";
import { withRemoved } from "./removed";
import table from "../table.module.css";
import lists from "./lists.module.css";

/** Adds a synonym, or changes what words mean. */
function AddSynonym({ onAdd }: { onAdd: (words: string, means: string) => void }) {
  const [words, setWords] = useState("");
  const [means, setMeans] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onAdd(words, means);
    setWords("");
    setMeans("");
  };
  return (
    <form className={lists.add} onSubmit={submit}>
      <label className={lists.label}>
        What people type
        <input
          className={lists.input}
          value={words}
          required
          maxLength={100}
          autoCapitalize="none"
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      <label className={lists.label}>
        Is read as
        <input
          className={lists.input}
          value={means}
          required
          maxLength={100}
          autoCapitalize="none"
          onChange={(event) => setMeans(event.target.value)}
        />
      </label>
      <Action kind="filled" type="submit">
        Add synonym
      </Action>
    </form>
  );
}

/** What operators say that words mean: listed, edited, taken back and put back. */
export function SynonymsTab() {
  const { data, error, refetch } = useQuery({
    queryKey: ["scraper", "synonyms"],
    queryFn: ({ signal }) => fetchSynonyms(signal),
  });
  const reload = () => void refetch();
  const act = useAct(reload);
  const [edited, setEdited] = useState("");
  const [removed, setRemoved] = useState<readonly Synonym[]>([]);
  if (!data) return <LoadError error={error} onRetry={reload} />;
  const save = (words: string, means: string) => {
    setEdited("");
    act(() => saveSynonym(words, means));
  };
  const { rows, isGone } = withRemoved(data, removed, ({ words }) => words);
  const remove = (row: Synonym) => {
    setRemoved((all) => [...all, row]);
    act(() => removeSynonym(row.words));
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
          <EditCell
            label={`“${row.words}” is read as`}
            value={row.means}
            required
            onSave={(means) => save(row.words, means)}
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
    {
      area: "actions",
      label: "actions",
      cell: (row) => {
        const ofRow = <span className="visually-hidden"> “{row.words}”</span>;
        return (
          <div className={table.actions}>
            {isGone(row) ? (
              <button type="button" onClick={() => save(row.words, row.means)}>
                Put back{ofRow}
              </button>
            ) : (
              <>
                <button type="button" onClick={() => setEdited(row.words)}>
                  Edit{ofRow}
                </button>
                <button type="button" onClick={() => remove(row)}>
                  Remove{ofRow}
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
      <AddSynonym onAdd={save} />
      <LoadError error={error} onRetry={reload} />
      {rows.length === 0 ? (
        <p className={table.empty}>No synonyms yet.</p>
      ) : (
        <Table
          name="lists"
          label="Synonyms"
          columns={columns}
          rows={rows}
          kind="synonym"
          idOf={({ words }) => words}
        />
      )}
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { InlineForm } from "../../../components/operator/InlineForm";
import { bodyOf } from "../../../lib/api/client";
import { load, operatorApi, tell } from "../../../lib/api/operator";
import type { Synonym } from "../../../lib/api/schema";
import { formatTime } from "../../../lib/time";
import { useAct } from "../act";
import { actions, type Column, ListTab, RowButton } from "../Table";
import { withRemoved } from "./removed";
import table from "../table.module.css";

const WORDS = { required: true, maxLength: 100, autoCapitalize: "none" };

/** Has words read as others; those that have a meaning already get the new one. */
async function saveSynonym(body: { words: string; means: string }): Promise<string> {
  const saved = await bodyOf(operatorApi.POST("/api/insights/synonyms", { body }));
  return `“${saved.words}” is read as “${saved.means}” from now on`;
}

/** What operators say that words mean: listed, edited, taken back and put back. */
export function SynonymsTab() {
  const { data, error, refetch } = useQuery(load("/api/insights/synonyms", {}));
  const act = useAct(() => void refetch());
  const [edited, setEdited] = useState("");
  const [removed, setRemoved] = useState<readonly Synonym[]>([]);
  const { rows, isGone } = withRemoved(data, removed, ({ words }) => words);
  const save = (words: string, means: string) => {
    setEdited("");
    act(() => saveSynonym({ words, means }));
  };
  const remove = (row: Synonym) => {
    setRemoved((all) => [...all, row]);
    act(() => tell("/api/insights/synonyms/remove", { body: { words: row.words } }));
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
        error={error}
        onRetry={() => void refetch()}
        empty="No synonyms yet."
        label="Synonyms"
        columns={columns}
        kind="synonym"
        idOf={({ words }) => words}
      />
    </>
  );
}

import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useMutation } from "@tanstack/react-query";
import type { InsightPanel, InsightRow } from "../../lib/api/schema";
import type { ChartProps } from "./Charts";
import { shortLabel, written } from "./values";
import { InlineForm } from "../../components/operator/InlineForm";
import { bodyOf, messageOf } from "../../lib/api/client";
import { operatorApi } from "../../lib/api/operator";
import styles from "./insights.module.css";

function Label({ row }: { row: InsightRow }) {
  const words = shortLabel(row.label) || "(none)";
  return row.href === null ? words : <Link to={row.href}>{words}</Link>;
}

function Row({ panel, row, extra }: { panel: InsightPanel; row: InsightRow; extra: ReactNode }) {
  return (
    <tr data-key={row.key ?? ""}>
      <th scope="row">
        <Label row={row} /> {extra}
      </th>
      {panel.measures.map(({ label, unit }, index) => (
        <td key={label} data-value={row.values[index] ?? ""}>
          {written(row.values[index], unit)}
          {typeof row.before?.[index] === "number" && (
            <span className={styles.before}>{written(row.before[index], unit)} before</span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** Says what some words mean: searches read it in their place. */
function SynonymForm({ words, onDone }: { words: string; onDone: () => void }) {
  const { data, error, mutate } = useMutation({
    mutationFn: (means: string) =>
      bodyOf(operatorApi.POST("/api/insights/synonyms", { body: { words, means } })),
  });
  const close = (
    <button type="button" className={styles.small} onClick={onDone}>
      Close
    </button>
  );
  if (data) {
    return (
      <div className={styles.synonym}>
        <p role="status">
          “{data.words}” is read as “{data.means}” from now on. <Link to={data.href}>Try “{data.words}”</Link>
        </p>
        {close}
      </div>
    );
  }
  return (
    <InlineForm
      className={styles.synonym}
      fields={[{ name: "means", label: `“${words}” means`, maxLength: 100, required: true }]}
      focused
      submit="Add synonym"
      onSubmit={({ means = "" }) => mutate(means)}
    >
      {close}
      {error && (
        <p className="whole-line failed" role="alert">
          {messageOf(error)}
        </p>
      )}
    </InlineForm>
  );
}

/** A panel's rows; a search without results can get a synonym. */
export function RowsTable({ panel, rows }: ChartProps) {
  const [synonymFor, setSynonymFor] = useState<string | null>(null);
  const [params] = useSearchParams();
  const textPage = (text: string) => {
    const next = new URLSearchParams(params);
    next.set("tab", "text");
    next.set("text", text);
    return `?${next.toString()}`;
  };
  const more = (row: InsightRow) => (
    <>
      {panel.leadsTo === "text" && (
        <Link className={styles.small} to={textPage(row.label)}>
          About it<span className="visually-hidden">: {row.label}</span>
        </Link>
      )}{" "}
      {panel.action === "synonym" && (
        <button type="button" className={styles.small} onClick={() => setSynonymFor(row.label)}>
          Add synonym<span className="visually-hidden"> for {row.label}</span>
        </button>
      )}
    </>
  );
  return (
    <>
      {synonymFor !== null && (
        <SynonymForm key={synonymFor} words={synonymFor} onDone={() => setSynonymFor(null)} />
      )}
      <div className={styles.scroll} role="region" aria-label={`${panel.title}: table`} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{panel.by}</th>
              {panel.measures.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} panel={panel} row={row} extra={more(row)} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Action } from "../../components/Action";
import { LoadError } from "../../components/states/states";
import type { InsightPanel, InsightRow } from "../../lib/api/schema";
import { given, load, operatorApi } from "../../lib/api/operator";
import type { Selection } from "./Choices";
import { BarsChart, type ChartProps, TimeChart } from "./Charts";
import { changeOf, csvOf, saveCsv, shortLabel, written } from "./values";
import action from "../../components/Action.module.css";
import styles from "./insights.module.css";
import { Link, useSearchParams } from "react-router-dom";
import { InlineForm } from "../../components/operator/InlineForm";
import { bodyOf, messageOf } from "../../lib/api/client";

function Label({ row, by }: { row: InsightRow; by: string | null }) {
  const words = shortLabel(row.label, by) || "(none)";
  return row.href === null ? words : <Link to={row.href}>{words}</Link>;
}

/** What a table needs of its panel. */
export type TablePanel = Pick<InsightPanel, "title" | "by" | "measures" | "leadsTo" | "action">;

function Row({ panel, row, extra }: { panel: TablePanel; row: InsightRow; extra: ReactNode }) {
  return (
    <tr data-key={row.key ?? ""}>
      <th scope="row">
        <Label row={row} by={panel.by} /> {extra}
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

/** A synonym's form: searches read its meaning in place of the words. */
function SynonymForm({ words, onDone }: { words: string; onDone: () => void }) {
  const { data, error, mutate } = useMutation({
    mutationFn: (means: string) =>
      bodyOf(operatorApi.POST("/api/insights/synonyms", { body: { words, means } })),
  });
  const close = (
    <Action kind="small" onClick={onDone}>
      Close
    </Action>
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
export function RowsTable({ panel, rows }: { panel: TablePanel; rows: readonly InsightRow[] }) {
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
        <Link className={action.small} to={textPage(row.label)}>
          About it<span className="visually-hidden">: {row.label}</span>
        </Link>
      )}{" "}
      {panel.action === "synonym" && (
        <Action kind="small" onClick={() => setSynonymFor(row.label)}>
          Add synonym<span className="visually-hidden"> for {row.label}</span>
        </Action>
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

interface PanelCardProps {
  panel: InsightPanel;
  selection: Selection;
  /** The title of the dashboard that it leads on to, and the way there. */
  next: string | null;
  onNext: () => void;
}

function Numbers({ panel, row }: { panel: InsightPanel; row: InsightRow }) {
  return (
    <dl className={styles.numbers}>
      {panel.measures.map(({ label, unit }, index) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-value={row.values[index] ?? ""}>{written(row.values[index], unit)}</dd>
          {typeof row.before?.[index] === "number" && (
            <dd className={styles.before}>
              {written(row.before[index], unit)} before{changeOf(row.values[index], row.before[index], unit)}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Drawing({ panel, rows }: ChartProps) {
  const Chart = panel.chart === "bars" || panel.chart === "share" ? BarsChart : TimeChart;
  const label = `${panel.title}: a chart of ${rows.length} rows. The table holds the same numbers.`;
  return (
    <div role="img" aria-label={label}>
      <Chart panel={panel} rows={rows} />
    </div>
  );
}

function Answer({ panel, rows, asTable }: ChartProps & { asTable: boolean }) {
  const [first] = rows;
  if (first === undefined) return <p className="py-5 px-0 muted text-center">Nothing in this time</p>;
  if (panel.by === null) return <Numbers panel={panel} row={first} />;
  if (asTable) return <RowsTable panel={panel} rows={rows} />;
  return <Drawing panel={panel} rows={rows} />;
}

/** One question, its answer as a chart or a table, the table as CSV, and where to go on. */
export function PanelCard({ panel, selection, next, onNext }: PanelCardProps) {
  const [wantsTable, setWantsTable] = useState(false);
  const { since, real, store, ...rest } = selection;
  const narrowed = { ...given(rest), ...(store && { store: [store] }), ...(real && { demo: false }) };
  const params = { path: { panel_id: panel.id }, query: { since, ...narrowed } };
  const { data, error, isFetching, refetch } = useQuery({
    ...load("/api/insights/panels/{panel_id}", { params }),
    placeholderData: keepPreviousData,
  });
  const isTable = panel.chart === "table";
  const rows = data?.rows ?? [];
  return (
    <section
      className={styles.card}
      data-panel={panel.id}
      data-chart={panel.chart}
      aria-labelledby={`panel-${panel.id}`}
    >
      <h2 id={`panel-${panel.id}`} className={styles.cardTitle}>
        {panel.title}
      </h2>
      <p className={styles.question}>{panel.question}</p>
      <LoadError error={error} onRetry={() => void refetch()} />
      <div className={styles.answer} aria-busy={isFetching}>
        {data && <Answer panel={panel} rows={rows} asTable={isTable || wantsTable} />}
      </div>
      <div className="row wrap gap-y-1 gap-x-4 mt-2">
        {panel.by !== null && !isTable && (
          <Action kind="small" aria-pressed={wantsTable} onClick={() => setWantsTable(!wantsTable)}>
            Table<span className="visually-hidden"> of {panel.title}</span>
          </Action>
        )}
        {rows.length > 0 && (
          <Action kind="small" onClick={() => saveCsv(`${panel.id}.csv`, csvOf(panel, rows))}>
            CSV<span className="visually-hidden"> of {panel.title}</span>
          </Action>
        )}
        {next !== null && (
          <Action kind="small" onClick={onNext}>
            Go to {next}
            <span className="visually-hidden"> from {panel.title}</span>
          </Action>
        )}
        {!panel.timed && <span className={styles.note}>As of now</span>}
        {panel.timed && !panel.ofVisitors && (selection.device || selection.country) && (
          <span className={styles.note}>Of all visitors</span>
        )}
      </div>
    </section>
  );
}

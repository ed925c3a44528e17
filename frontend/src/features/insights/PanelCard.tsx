import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "../../components/states/LoadError";
import type { InsightPanel, InsightRow } from "../../lib/api/schema";
import { given, load } from "../../lib/api/operator";
import type { Selection } from "./Choices";
import { BarsChart, type ChartProps, TimeChart } from "./Charts";
import { RowsTable } from "./RowsTable";
import { changeOf, csvOf, saveCsv, written } from "./values";
import styles from "./insights.module.css";

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
          <button
            type="button"
            className={styles.small}
            aria-pressed={wantsTable}
            onClick={() => setWantsTable(!wantsTable)}
          >
            Table<span className="visually-hidden"> of {panel.title}</span>
          </button>
        )}
        {rows.length > 0 && (
          <button
            type="button"
            className={styles.small}
            onClick={() => saveCsv(`${panel.id}.csv`, csvOf(panel, rows))}
          >
            CSV<span className="visually-hidden"> of {panel.title}</span>
          </button>
        )}
        {next !== null && (
          <button type="button" className={styles.small} onClick={onNext}>
            Go to {next}
            <span className="visually-hidden"> from {panel.title}</span>
          </button>
        )}
        {!panel.timed && <span className={styles.note}>As of now</span>}
        {panel.timed && !panel.ofVisitors && (selection.device || selection.country) && (
          <span className={styles.note}>Of all visitors</span>
        )}
      </div>
    </section>
  );
}

import { keepPreviousData, useMutation, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { Button, ButtonLink } from "../../components/Button";
import { InlineForm } from "../../components/operator/InlineForm";
import { useChoices } from "../../components/operator/Pick";
import { LoadError } from "../../components/states/states";
import { bodyOf, messageOf } from "../../lib/api/client";
import { given, load, operatorApi } from "../../lib/api/operator";
import type { InsightPanel, InsightPanels, InsightRow } from "../../lib/api/schema";
import { BarsChart, type ChartProps, TimeChart } from "./Charts";
import { changeOf, csvOf, saveCsv, shortLabel, written } from "./values";
import styles from "./insights.module.css";

/** What an analyst chose; an empty value is no choice. */
export interface Selection {
  since: string;
  until: string;
  store: string;
  device: InsightPanels["devices"][number] | "";
  country: string;
  text: string;
  /** Without made-up events. */
  real: boolean;
  /** The numbers of the time before stand beside those of the time. */
  before: boolean;
}

/** What a table needs of its panel. */
export type TablePanel = Pick<InsightPanel, "title" | "by" | "measures" | "leadsTo" | "action">;

/** A synonym's form: searches read its meaning in place of the words. */
function SynonymForm({ words, onDone }: { words: string; onDone: () => void }) {
  const { data, error, mutate } = useMutation({
    mutationFn: (means: string) =>
      bodyOf(operatorApi.POST("/api/insights/synonyms", { body: { words, means } })),
  });
  const close = (
    <Button kind="small" onClick={onDone}>
      Close
    </Button>
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
  const { title, by, measures, leadsTo, action: does } = panel;
  const [synonymFor, setSynonymFor] = useState<string | null>(null);
  const [params] = useSearchParams();
  const textPage = (text: string) =>
    `?${new URLSearchParams({ ...Object.fromEntries(params), tab: "text", text }).toString()}`;
  if (rows.length === 0) return <p className="py-5 muted text-center">Nothing in this time</p>;
  return (
    <>
      {synonymFor !== null && (
        <SynonymForm key={synonymFor} words={synonymFor} onDone={() => setSynonymFor(null)} />
      )}
      <div className={styles.scroll} role="region" aria-label={`${title}: table`} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{by}</th>
              {measures.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label: name, href, values, before }) => {
              const words = shortLabel(name, by) || "(none)";
              return (
                <tr key={key} data-key={key ?? ""}>
                  <th scope="row">
                    {href === null ? words : <Link to={href}>{words}</Link>}{" "}
                    {leadsTo === "text" && (
                      <ButtonLink kind="small" to={textPage(name)}>
                        About it<span className="visually-hidden">: {name}</span>
                      </ButtonLink>
                    )}{" "}
                    {does === "synonym" && (
                      <Button kind="small" of={`for ${name}`} onClick={() => setSynonymFor(name)}>
                        Add synonym
                      </Button>
                    )}
                  </th>
                  {measures.map(({ label, unit }, index) => (
                    <td key={label} data-value={values[index] ?? ""}>
                      {written(values[index], unit)}
                      {typeof before?.[index] === "number" && (
                        <span className={styles.before}>{written(before[index], unit)} before</span>
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Numbers({
  measures,
  row: { values, before },
}: Pick<InsightPanel, "measures"> & { row: InsightRow }) {
  return (
    <dl className={styles.numbers}>
      {measures.map(({ label, unit }, index) => (
        <div key={label}>
          <dt className="muted">{label}</dt>
          <dd data-value={values[index] ?? ""}>{written(values[index], unit)}</dd>
          {typeof before?.[index] === "number" && (
            <dd className={styles.before}>
              {written(before[index], unit)} before{changeOf(values[index], before[index], unit)}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Answer({ panel, rows, asTable }: ChartProps & { asTable: boolean }) {
  const [first] = rows;
  if (first === undefined || asTable) return <RowsTable panel={panel} rows={rows} />;
  if (panel.by === null) return <Numbers measures={panel.measures} row={first} />;
  const Chart = panel.chart === "bars" || panel.chart === "share" ? BarsChart : TimeChart;
  const label = `${panel.title}: a chart of ${rows.length} rows. The table holds the same numbers.`;
  return (
    <div role="img" aria-label={label}>
      <Chart panel={panel} rows={rows} />
    </div>
  );
}

interface CardProps<T> {
  id: string;
  chart?: string;
  title: string;
  question: string;
  query: UseQueryResult<T>;
  /** What is drawn of the answer. */
  children: (data: T) => ReactNode;
  /** What can be done with it. */
  foot?: ReactNode;
}

/** One question and its answer. */
export function Card<T>({ id, chart, title, question, query, children, foot }: CardProps<T>) {
  const { data, error, isFetching, refetch } = query;
  return (
    <section className={styles.card} data-panel={id} data-chart={chart} aria-labelledby={`panel-${id}`}>
      <h2 id={`panel-${id}`} className="type-body">
        {title}
      </h2>
      <p className="muted mb-2">{question}</p>
      <LoadError error={error} onRetry={() => void refetch()} />
      <div className={styles.answer} aria-busy={isFetching}>
        {data !== undefined && children(data)}
      </div>
      {foot}
    </section>
  );
}

interface PanelCardProps {
  panel: InsightPanel;
  selection: Selection;
  /** The title of the dashboard that it leads on to. */
  next: string | undefined;
}

/** A panel's answer as a chart or a table, the table as CSV, and where to go on. */
export function PanelCard({ panel, selection, next }: PanelCardProps) {
  const [, change] = useChoices();
  const [wantsTable, setWantsTable] = useState(false);
  const { id, title, by, chart, timed, ofVisitors, leadsTo } = panel;
  const { since, real, store, ...rest } = selection;
  const narrowed = { ...given(rest), ...(store && { store: [store] }), ...(real && { demo: false }) };
  const params = { path: { panel_id: id }, query: { since, ...narrowed } };
  const answer = useQuery({
    ...load("/api/insights/panels/{panel_id}", { params }),
    placeholderData: keepPreviousData,
  });
  const isTable = chart === "table";
  const rows = answer.data?.rows ?? [];
  const goOn = () => {
    change({ tab: leadsTo ?? "" });
    window.scrollTo({ top: 0 });
  };
  return (
    <Card
      id={id}
      chart={chart}
      title={title}
      question={panel.question}
      query={answer}
      foot={
        <div className="row wrap gap-y-1 gap-x-4 mt-2">
          {by !== null && !isTable && (
            <Button
              kind="small"
              of={`of ${title}`}
              aria-pressed={wantsTable}
              onClick={() => setWantsTable(!wantsTable)}
            >
              Table
            </Button>
          )}
          {rows.length > 0 && (
            <Button kind="small" of={`of ${title}`} onClick={() => saveCsv(`${id}.csv`, csvOf(panel, rows))}>
              CSV
            </Button>
          )}
          {next && (
            <Button kind="small" of={`from ${title}`} onClick={goOn}>
              Go to {next}
            </Button>
          )}
          {!timed && <span className={styles.note}>As of now</span>}
          {timed && !ofVisitors && (selection.device || selection.country) && (
            <span className={styles.note}>Of all visitors</span>
          )}
        </div>
      }
    >
      {(data) => <Answer panel={panel} rows={data.rows} asTable={by !== null && (isTable || wantsTable)} />}
    </Card>
  );
}

import { useQuery } from "@tanstack/react-query";
import { LoadError } from "../../components/states/states";
import { OperatorGate } from "../../components/operator/OperatorGate";
import { Tabs } from "../../components/tabs/Tabs";
import { useChoices } from "../../components/operator/Pick";
import { given, load } from "../../lib/api/operator";
import type { InsightPanels, InsightRow, NextSteps } from "../../lib/api/schema";
import { countOf, formatNumber } from "../../lib/catalogue/format";
import { Choices, type Selection, selectionOf } from "./Choices";
import { PanelCard, RowsTable, type TablePanel } from "./PanelCard";
import styles from "./insights.module.css";
import { Link } from "react-router-dom";
import { InlineForm } from "../../components/operator/InlineForm";

type Step = NextSteps["steps"][number];

const WORDS: Readonly<Record<Step["kind"], string>> = {
  click: "Went to",
  view: "Looked at",
  search: "Searched for",
  again: "Searched for it again",
  page: "Asked for another page",
  filter: "Chose a filter",
  other: "Did something else",
  nothing: "Nothing more within half an hour",
};

/** What is drawn as a panel's table is. */
const NEXT: TablePanel = {
  title: "What they did next",
  by: "Step",
  measures: [
    { label: "Searches", unit: "number" },
    { label: "Share", unit: "percent" },
  ],
  leadsTo: null,
  action: "",
};

function rowsOf({ searches, steps }: NextSteps): InsightRow[] {
  return steps.map(({ kind, label, href, count }) => ({
    key: `${kind} ${label} ${href ?? ""}`,
    label: `${WORDS[kind]} ${label}`.trim(),
    href,
    values: [count, count / searches],
    before: null,
  }));
}

/** What visitors did next after they searched for the text, the most frequent first. */
function NextCard({ selection }: { selection: Selection }) {
  const { text, since, until, real } = selection;
  const query = { text, since, ...given({ until }), ...(real && { demo: false }) };
  const { data, error, isFetching, refetch } = useQuery(load("/api/insights/next", { params: { query } }));
  return (
    <section className={styles.card} data-panel="next" aria-labelledby="panel-next">
      <h2 id="panel-next" className={styles.cardTitle}>
        {NEXT.title}
      </h2>
      <p className={styles.question}>What did the same visitor do first after each search?</p>
      <LoadError error={error} onRetry={() => void refetch()} />
      <div className={styles.answer} aria-busy={isFetching}>
        {data?.searches === 0 && <p className="py-5 px-0 muted text-center">Nothing in this time</p>}
        {data !== undefined && data.searches > 0 && (
          <>
            <RowsTable panel={NEXT} rows={rowsOf(data)} />
            <p className={styles.note}>
              {data.searches === 1
                ? "Of one search"
                : `Of the newest ${formatNumber(data.searches)} searches`}
            </p>
          </>
        )}
      </div>
    </section>
  );
}

/** Asks which text the panels are about. */
function TextForm({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <InlineForm
      role="search"
      aria-label="One text"
      fields={[{ name: "text", label: "Text that was searched", type: "search", defaultValue: text }]}
      submit="Show"
      onSubmit={({ text: typed = "" }) => onText(typed.trim().toLowerCase())}
    >
      {text !== "" && <Link to={`/?q=${encodeURIComponent(text)}`}>Search for “{text}”</Link>}
    </InlineForm>
  );
}

const TEXT = "text";

function Board({ listed }: { listed: InsightPanels }) {
  const [params, change] = useChoices();
  const tab = listed.dashboards.find(({ id }) => id === params.get("tab"))?.id ?? "searches";
  const chosen = selectionOf(params, listed);
  const titleOf = (id: string | null) =>
    listed.dashboards.find((dashboard) => dashboard.id === id)?.title ?? null;
  const go = (id: string) => {
    change({ tab: id });
    window.scrollTo({ top: 0 });
  };
  const panels = listed.panels.filter(({ dashboard }) => dashboard === tab);
  const lacksText = tab === TEXT && chosen.text === "";
  return (
    <>
      <header className={styles.head}>
        <h1 className="type-page">Insights</h1>
        <Choices
          listed={listed}
          chosen={chosen}
          ofVisitors={panels.some(({ ofVisitors }) => ofVisitors)}
          onChange={change}
        />
      </header>
      {listed.madeUp > 0 && !chosen.real && (
        <p className={styles.note} role="status">
          {formatNumber(listed.madeUp)} made-up events of <code>make run</code> are among these numbers.
        </p>
      )}
      {listed.waiting !== null && listed.waiting > 0 && (
        <p className={styles.note}>{countOf(listed.waiting, "event")} not counted yet.</p>
      )}
      <Tabs
        label="Dashboards"
        tabs={listed.dashboards.map(({ id, title }) => ({ id, label: title }))}
        current={tab}
        onChange={(id) => change({ tab: id })}
      >
        {tab === TEXT && (
          <TextForm key={chosen.text} text={chosen.text} onText={(text) => change({ text })} />
        )}
        {lacksText ? (
          <p className="py-5 px-0 muted text-center">
            Type a text, or choose one under Searches: what it finds, what is clicked, what its visitors did
            next.
          </p>
        ) : (
          <div className={styles.grid}>
            {panels.map((panel) => (
              <PanelCard
                key={panel.id}
                panel={panel}
                selection={chosen}
                next={panel.leadsTo === TEXT ? null : titleOf(panel.leadsTo)}
                onNext={() => panel.leadsTo !== null && go(panel.leadsTo)}
              />
            ))}
            {tab === TEXT && <NextCard selection={chosen} />}
          </div>
        )}
      </Tabs>
    </>
  );
}

function Insights() {
  const { data, error, refetch } = useQuery(load("/api/insights/panels", {}));
  return (
    <>
      <LoadError error={error} onRetry={() => void refetch()} />
      {data && <Board listed={data} />}
    </>
  );
}

/** The analysts' page: what visitors search and click, and what the catalogue and scrapers do. */
export default function InsightsPage() {
  return (
    <section className="page-width pt-5 pb-7 type-control">
      <OperatorGate title="Insights">
        <Insights />
      </OperatorGate>
    </section>
  );
}

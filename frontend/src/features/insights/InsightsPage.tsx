import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { InlineForm } from "../../components/operator/InlineForm";
import { Loaded, OperatorGate } from "../../components/operator/OperatorGate";
import { Check, Days, Filter, Filters, useChoices } from "../../components/operator/Pick";
import { Tabs } from "../../components/tabs/Tabs";
import { given, load } from "../../lib/api/operator";
import { get } from "../../lib/api/query";
import type { InsightPanels, InsightRow, NextSteps } from "../../lib/api/schema";
import { countOf, formatNumber } from "../../lib/catalogue/format";
import { Card, PanelCard, RowsTable, type Selection, type TablePanel } from "./PanelCard";
import styles from "./insights.module.css";

const OWN = "own";
const TIMES = [
  ["now-1d", "Last day"],
  ["now-7d", "Last 7 days"],
  ["now-30d", "Last 30 days"],
  ["now-90d", "Last 90 days"],
  ["now-365d", "Last year"],
  [OWN, "Own dates…"],
] as const;
const FIRST_TIME = "now-7d";
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DEVICES = { phone: "Phones", tablet: "Tablets", desktop: "Desktops" } as const;

/** The choices as the address has them; an unknown value is no choice. */
function selectionOf(params: URLSearchParams, listed: InsightPanels): Selection {
  const day = (name: string) => DAY.exec(params.get(name) ?? "")?.[0] ?? "";
  const [first, last] = [day("since"), day("until")];
  const time = TIMES.find(([value]) => value === params.get("since"))?.[0] ?? FIRST_TIME;
  return {
    since: first || (time === OWN ? FIRST_TIME : time),
    until: first && last,
    store: listed.stores.find(({ slug }) => slug === params.get("store"))?.slug ?? "",
    device: listed.devices.find((device) => device === params.get("device")) ?? "",
    country: /^[A-Z]{2}$/.exec(params.get("country") ?? "")?.[0] ?? "",
    text: params.get("text") ?? "",
    real: params.get("real") === "1",
    before: params.get("before") === "1" && !(first && !last),
  };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

interface ChoicesProps {
  listed: InsightPanels;
  since: string;
  /** Whether any panel in sight has devices and countries. */
  ofVisitors: boolean;
}

/** The time, the store, the visitors: what all panels in sight are narrowed to. */
function Choices({ listed, since, ofVisitors }: ChoicesProps) {
  const [, change] = useChoices();
  const { data: countries = [] } = useQuery({
    ...get("/api/countries", {}),
    enabled: ofVisitors,
    staleTime: Infinity,
  });
  const isOwn = DAY.test(since);
  const days = { since: daysAgo(6), until: daysAgo(0) };
  return (
    <Filters aria-label="Insights">
      <Filter
        label="Time"
        name="since"
        value={isOwn ? OWN : since}
        options={TIMES}
        onChange={(time) => change(time === OWN ? days : { since: time, until: "" })}
      />
      {isOwn && <Days required />}
      <Filter
        label="Store"
        name="store"
        options={[["", "All stores"], ...listed.stores.map(({ slug, name }) => [slug, name] as const)]}
      />
      {ofVisitors && (
        <>
          <Filter
            label="Device"
            name="device"
            options={[
              ["", "All devices"],
              ...listed.devices.map((device) => [device, DEVICES[device]] as const),
            ]}
          />
          <Filter
            label="Country"
            name="country"
            options={[
              ["", "All countries"],
              ...countries.map(({ iso, nicename }) => [iso, nicename] as const),
            ]}
          />
        </>
      )}
      <Check name="before" on="1">
        The period before
      </Check>
      {listed.madeUp > 0 && (
        <Check name="real" on="" off="1">
          Made-up events
        </Check>
      )}
    </Filters>
  );
}

const WORDS: Readonly<Record<NextSteps["steps"][number]["kind"], string>> = {
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
function NextCard({ selection: { text, since, until, real } }: { selection: Selection }) {
  const query = { text, since, ...given({ until }), ...(real && { demo: false }) };
  const steps = useQuery(load("/api/insights/next", { params: { query } }));
  return (
    <Card
      id="next"
      title={NEXT.title}
      question="What did the same visitor do first after each search?"
      query={steps}
    >
      {(data) => (
        <>
          <RowsTable panel={NEXT} rows={rowsOf(data)} />
          {data.searches > 0 && (
            <p className={styles.note}>
              {data.searches === 1
                ? "Of one search"
                : `Of the newest ${formatNumber(data.searches)} searches`}
            </p>
          )}
        </>
      )}
    </Card>
  );
}

const TEXT = "text";

function Board({ listed }: { listed: InsightPanels }) {
  const [params, change] = useChoices();
  const tab = listed.dashboards.find(({ id }) => id === params.get("tab"))?.id ?? "searches";
  const chosen = selectionOf(params, listed);
  const { text } = chosen;
  const titleOf = (id: string | null) => listed.dashboards.find((dashboard) => dashboard.id === id)?.title;
  const panels = listed.panels.filter(({ dashboard }) => dashboard === tab);
  return (
    <>
      <header className={styles.head}>
        <h1 className="type-page">Insights</h1>
        <Choices
          listed={listed}
          since={chosen.since}
          ofVisitors={panels.some(({ ofVisitors }) => ofVisitors)}
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
          <InlineForm
            key={text}
            role="search"
            aria-label="One text"
            fields={[{ name: TEXT, label: "Text that was searched", type: "search", defaultValue: text }]}
            submit="Show"
            onSubmit={({ text: typed = "" }) => change({ text: typed.trim().toLowerCase() })}
          >
            {text !== "" && <Link to={`/?q=${encodeURIComponent(text)}`}>Search for “{text}”</Link>}
          </InlineForm>
        )}
        {tab === TEXT && text === "" ? (
          <p className="py-5 muted text-center">
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
                next={panel.leadsTo === TEXT ? undefined : titleOf(panel.leadsTo)}
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
  const panels = useQuery(load("/api/insights/panels", {}));
  return <Loaded query={panels}>{(listed) => <Board listed={listed} />}</Loaded>;
}

/** The analysts' page: what visitors search and click, and what the catalogue and scrapers do. */
export default function InsightsPage() {
  return (
    <OperatorGate title="Insights">
      <Insights />
    </OperatorGate>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { operatorApi } from "../../lib/api/operator/api";
import { get } from "../../lib/api/query";
import type { InsightPanels } from "../../lib/api/schema";
import { LoadError } from "../../components/states/LoadError";
import { OperatorGate } from "../../components/operator/OperatorGate";
import { Tabs } from "../../components/tabs/Tabs";
import { Pick } from "../../components/operator/Pick";
import { countOf } from "../../lib/catalogue/format";
import { PanelCard } from "./PanelCard";
import styles from "./insights.module.css";

const TIMES = [
  ["now-1d", "Last day"],
  ["now-7d", "Last 7 days"],
  ["now-30d", "Last 30 days"],
  ["now-90d", "Last 90 days"],
  ["now-365d", "Last year"],
] as const;
const FIRST_TIME = "now-7d";

type Change = (changes: Record<string, string>) => void;

/** The choices live in the address, so that what is seen can be sent. */
function useChoices(): [URLSearchParams, Change] {
  const [params, setParams] = useSearchParams();
  const change: Change = (changes) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    // Navigating to the same address would reload the page's data.
    if (next.toString() !== params.toString()) setParams(next, { replace: true });
  };
  return [params, change];
}

function Board({ listed }: { listed: InsightPanels }) {
  const [params, change] = useChoices();
  const tab = listed.dashboards.find(({ id }) => id === params.get("tab"))?.id ?? "searches";
  const time = TIMES.find(([value]) => value === params.get("since"))?.[0] ?? FIRST_TIME;
  const store = listed.stores.find(({ slug }) => slug === params.get("store"))?.slug ?? "";
  const titleOf = (id: string | null) =>
    listed.dashboards.find((dashboard) => dashboard.id === id)?.title ?? null;
  const go = (id: string) => {
    change({ tab: id });
    window.scrollTo({ top: 0 });
  };
  const stores = listed.stores.map(({ slug, name }) => [slug, name] as const);
  return (
    <>
      <header className={styles.head}>
        <h1 className="type-page">Insights</h1>
        <div className={styles.picks}>
          <Pick label="Time" value={time} options={TIMES} onChange={(since) => change({ since })} />
          <Pick
            label="Store"
            value={store}
            options={[["", "All stores"], ...stores]}
            onChange={(slug) => change({ store: slug })}
          />
        </div>
      </header>
      {listed.waiting !== null && listed.waiting > 0 && (
        <p className={styles.note}>{countOf(listed.waiting, "event")} not counted yet.</p>
      )}
      <Tabs
        label="Dashboards"
        tabs={listed.dashboards.map(({ id, title }) => ({ id, label: title }))}
        current={tab}
        onChange={(id) => change({ tab: id })}
      >
        <div className={styles.grid}>
          {listed.panels
            .filter(({ dashboard }) => dashboard === tab)
            .map((panel) => (
              <PanelCard
                key={panel.id}
                panel={panel}
                selection={{ since: time, store }}
                next={titleOf(panel.leadsTo)}
                onNext={() => panel.leadsTo !== null && go(panel.leadsTo)}
              />
            ))}
        </div>
      </Tabs>
    </>
  );
}

function Insights() {
  const { data, error, refetch } = useQuery(get("/api/insights/panels", {}, operatorApi));
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
    <section className={styles.page}>
      <OperatorGate title="Insights">
        <Insights />
      </OperatorGate>
    </section>
  );
}

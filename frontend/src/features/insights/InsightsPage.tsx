import { useQuery } from "@tanstack/react-query";
import { LoadError } from "../../components/states/LoadError";
import { OperatorGate } from "../../components/operator/OperatorGate";
import { Tabs } from "../../components/tabs/Tabs";
import { useChoices } from "../../hooks/useChoices";
import { load } from "../../lib/api/operator";
import type { InsightPanels } from "../../lib/api/schema";
import { countOf, formatNumber } from "../../lib/catalogue/format";
import { Choices, selectionOf } from "./Choices";
import { NextCard, TextForm } from "./OneText";
import { PanelCard } from "./PanelCard";
import styles from "./insights.module.css";

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
    <section className={styles.page}>
      <OperatorGate title="Insights">
        <Insights />
      </OperatorGate>
    </section>
  );
}

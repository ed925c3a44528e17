import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { AlertsTab } from "./alerts/AlertsTab";
import { BrandsTab } from "./brands/BrandsTab";
import { HistoryTab } from "./history/HistoryTab";
import { IndexNotice } from "./IndexNotice";
import { ProcessesTab } from "./processes/ProcessesTab";
import { StartBar } from "./StartBar";
import { SuggestionsTab } from "./SuggestionsTab";
import { IconButton } from "../../components/Button";
import { Icon } from "../../components/icons/Icon";
import { Tabs } from "../../components/tabs/Tabs";
import { useAct } from "./useAct";
import action from "../../components/Action.module.css";
import styles from "./scraper.module.css";

const TABS = [
  { id: "processes", label: "Processes" },
  { id: "history", label: "History" },
  { id: "brands", label: "Brands" },
  { id: "alerts", label: "Alerts" },
  { id: "suggestions", label: "Suggested stores" },
] as const;

type TabId = (typeof TABS)[number]["id"];

/** Starting runs, the running ones, the history, the brands. Any reload fetches the lists again. */
export function RunsView() {
  const [params, setParams] = useSearchParams();
  const tab = TABS.find(({ id }) => id === params.get("tab"))?.id ?? "processes";
  const setTab = (id: TabId) => {
    // Navigating to the same address would reload the page's data.
    if (id !== tab) setParams(id === "processes" ? {} : { tab: id }, { replace: true });
  };
  const client = useQueryClient();
  // Rows that are open close, and polls of their logs end with them.
  const [epoch, setEpoch] = useState(0);
  const reload = () => {
    setEpoch((count) => count + 1);
    void client.invalidateQueries({ queryKey: ["scraper"] });
  };
  const act = useAct(reload);
  return (
    <>
      <header className={styles.head}>
        <h1 className="type-page">Scraper</h1>
        <div className={styles.ways}>
          <Link className={action.quiet} to="/insights?tab=scrapers">
            Insights
          </Link>
          <Link className={action.quiet} to="/scraper?brand=list">
            Add stores
          </Link>
          <Link className={action.outlined} to="/scraper?brand=new">
            New brand
          </Link>
        </div>
      </header>
      <IndexNotice />
      <StartBar onStart={act} />
      <Tabs
        label="Runs"
        tabs={TABS}
        current={tab}
        onChange={(next) => {
          setTab(next);
          reload();
        }}
        extra={
          <IconButton aria-label="Refresh" title="Refresh" onClick={reload}>
            <Icon name="refresh" />
          </IconButton>
        }
      >
        {tab === "processes" && <ProcessesTab key={epoch} onStop={act} />}
        {tab === "history" && <HistoryTab epoch={epoch} onAct={act} />}
        {tab === "brands" && <BrandsTab key={epoch} onAct={act} />}
        {tab === "alerts" && <AlertsTab />}
        {tab === "suggestions" && <SuggestionsTab />}
      </Tabs>
    </>
  );
}

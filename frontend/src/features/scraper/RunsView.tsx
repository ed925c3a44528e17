import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { AlertsTab } from "./alerts/AlertsTab";
import { BrandsTab } from "./brands/BrandsTab";
import { HistoryTab } from "./history/HistoryTab";
import { IndexNotice } from "./IndexNotice";
import { MailsTab } from "./mails/MailsTab";
import { ProcessesTab } from "./processes/ProcessesTab";
import { SuggestionsTab } from "./SuggestionsTab";
import { StartAll } from "./StartAll";
import { ChangesTab } from "./changes/ChangesTab";
import { SynonymsTab } from "./lists/SynonymsTab";
import { TakeDownsTab } from "./lists/TakeDownsTab";
import { IconButton } from "../../components/Button";
import { Icon } from "../../components/icons/Icon";
import { Tabs } from "../../components/tabs/Tabs";
import { TrendsTab } from "./trends/TrendsTab";
import { type Act, useAct } from "./useAct";
import { Action } from "../../components/Action";
import { type StartAllCall, startBrand, type StartCall, startForAll } from "./api/runs";
import action from "../../components/Action.module.css";
import styles from "./scraper.module.css";
import operator from "../../components/operator/operator.module.css";

const TABS = [
  { id: "processes", label: "Processes" },
  { id: "history", label: "History" },
  { id: "brands", label: "Brands" },
  { id: "trends", label: "Trends" },
  { id: "alerts", label: "Alerts" },
  { id: "mails", label: "Mails" },
  { id: "suggestions", label: "Suggested stores" },
  { id: "synonyms", label: "Synonyms" },
  { id: "takedowns", label: "Take-downs" },
  { id: "changes", label: "Who did what" },
] as const;

const ONE: readonly { call: StartCall; label: string }[] = [
  { call: "start", label: "Start" },
  { call: "startOnlyScrape", label: "Start only scrape" },
  { call: "startOnlyClassificationSingle", label: "Start only classification" },
];

const ALL: readonly { call: StartAllCall; label: string }[] = [
  { call: "startAll", label: "Start all" },
  { call: "startOnlyClassification", label: "Start only classification for all" },
];

/** A brand id and the five ways to start (spec §2.8). */
function StartBar({ onStart }: { onStart: Act }) {
  const [brandId, setBrandId] = useState("");
  const [asked, setAsked] = useState<(typeof ALL)[number] | null>(null);
  return (
    <div className={styles.start}>
      <div className={operator.bar}>
        <label className="visually-hidden" htmlFor="brand-id">
          Brand id
        </label>
        <input
          id="brand-id"
          className={operator.input}
          placeholder="Brand id"
          inputMode="numeric"
          autoComplete="off"
          value={brandId}
          onChange={(event) => setBrandId(event.target.value)}
        />
        {ONE.map(({ call, label }, index) => (
          <Action
            key={call}
            kind={index === 0 ? "filled" : "outlined"}
            onClick={() => onStart(() => startBrand(call, brandId))}
          >
            {label}
          </Action>
        ))}
      </div>
      <div className={operator.bar}>
        {ALL.map((all) => (
          <Action key={all.call} aria-haspopup="dialog" onClick={() => setAsked(all)}>
            {all.label}
          </Action>
        ))}
      </div>
      {asked && (
        <StartAll
          {...asked}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null);
            onStart(() => startForAll(asked.call));
          }}
        />
      )}
    </div>
  );
}

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
    // Both lists (spec §2.8), the one that is not in sight too.
    for (const list of ["processes", "history"]) {
      void client.refetchQueries({ queryKey: ["scraper", list], type: "inactive" });
    }
  };
  const act = useAct(reload);
  return (
    <>
      <header className={styles.head}>
        <h1 className="type-page">Scraper</h1>
        <div className={styles.ways}>
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
        {tab === "trends" && <TrendsTab onAct={act} />}
        {tab === "alerts" && <AlertsTab />}
        {tab === "mails" && <MailsTab />}
        {tab === "suggestions" && <SuggestionsTab />}
        {tab === "synonyms" && <SynonymsTab />}
        {tab === "takedowns" && <TakeDownsTab />}
        {tab === "changes" && <ChangesTab />}
      </Tabs>
    </>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Button, ButtonLink, IconButton } from "../../components/Button";
import { Confirm } from "../../components/dialog/Dialog";
import { Icon } from "../../components/icons/Icon";
import { Loaded } from "../../components/operator/OperatorGate";
import { Tabs } from "../../components/tabs/Tabs";
import { load, operatorApi, postAsOperator } from "../../lib/api/operator";
import type { BrandSubmission, Health, Starting } from "../../lib/api/schema";
import { countOf, formatNumber } from "../../lib/catalogue/format";
import { formatTime } from "../../lib/time";
import { showError } from "../../lib/toasts";
import { AlertsTab, MailsTab } from "./alerts/AlertsTab";
import { BrandsTab } from "./brands/BrandsTab";
import { HistoryTab } from "./history/HistoryTab";
import { SynonymsTab, TakeDownsTab } from "./lists/CatalogueTabs";
import { ChangesTab } from "./lists/ChangesTab";
import { ProcessesTab } from "./ProcessesTab";
import { actions, Away, type Column, ListTab, OF_THE_API, ReloadContext, State, useAct } from "./Table";
import { TrendsTab } from "./trends/TrendsTab";
import operator from "../../components/operator/operator.module.css";

const COLUMNS: readonly Column<BrandSubmission>[] = [
  { area: "brand", label: "website", cell: ({ website }) => <Away href={website} /> },
  { area: "start", label: "suggested", cell: ({ createdAt }) => formatTime(createdAt) },
  { area: "state", label: "state", cell: ({ state }) => <State of={state} /> },
];

/** What visitors suggested, to be reviewed by a person (spec §2.10). */
function SuggestionsTab() {
  const query = useQuery(load("/api/brands/submissions", {}));
  const decide = (id: number, state: BrandSubmission["state"]) => {
    const params = { path: { submission_id: id } };
    const call = operatorApi.POST("/api/brands/submissions/{submission_id}", { params, body: { state } });
    call.then(() => void query.refetch(), showError);
  };
  const ways = actions<BrandSubmission>(({ id, state, website }) => (
    <>
      <Button kind="row" disabled={state === "accepted"} onClick={() => decide(id, "accepted")}>
        Accept
      </Button>
      <Button kind="row" disabled={state === "declined"} onClick={() => decide(id, "declined")}>
        Decline
      </Button>
      <ButtonLink kind="row" to={`/scraper?brand=new&website=${encodeURIComponent(website)}`}>
        Configure
      </ButtonLink>
    </>
  ));
  return (
    <ListTab
      rows={query.data}
      query={query}
      empty="Nobody has suggested a store yet."
      label="Suggested stores"
      columns={[...COLUMNS, ways]}
      kind="submission"
      idOf={({ id }) => id}
    />
  );
}

/** How often the service's state is polled, and for how long an incident is shown (ms). */
const [POLL_MS, SHOWN_MS] = [60_000, 24 * 60 * 60 * 1000];

const PARTS: Record<string, string> = { search: "Search", catalogue: "The catalogue", jobs: "The job queue" };

/** The operator's line about the service: what is down, what the index lacks, what was repaired since yesterday. */
export function noticeOf({ parts, index, worker, outbox }: Health, now: Date): string {
  const { waiting, refused, message, incident } = index;
  const isRecent = incident && now.getTime() - Date.parse(incident.at) < SHOWN_MS;
  const lines = [
    ...Object.keys(parts)
      .filter((part) => parts[part] === "down")
      .map((part) => `${PARTS[part] ?? part} does not answer.`),
    index.state === "short" && "Products are missing from the search index; it is being repaired.",
    (worker.state === "silent" || worker.state === "failing") &&
      `Jobs are not done${worker.message === "" ? "" : `: ${worker.message}`}.`,
    worker.browsersHeld === false &&
      "A worker's Linux is too old (before 6.7) to hold scrapes' browsers to their guard.",
    waiting > 0 || refused > 0
      ? `${message === "" ? "The search index does not take every change" : message.charAt(0).toUpperCase() + message.slice(1)}.`
      : outbox.state === "late" &&
        `${outbox.pending} changed products wait to be written to the search index.`,
    isRecent && `${formatTime(incident.at)}: ${incident.message}`,
  ];
  return lines.filter(Boolean).join(" ");
}

/** What happened to the search index lately, or is wrong with the service now; nothing while all is well. */
function IndexNotice() {
  const { data, dataUpdatedAt } = useQuery({ ...load("/api/health", {}), refetchInterval: POLL_MS });
  const notice = data && noticeOf(data, new Date(dataUpdatedAt));
  return (
    <p role="status" className={notice ? "py-3 px-4 mb-4 sunk rounded" : undefined}>
      {notice}
    </p>
  );
}

const ONE = [
  { call: "start", label: "Start" },
  { call: "startOnlyScrape", label: "Start only scrape" },
  { call: "startOnlyClassificationSingle", label: "Start only classification" },
] as const;

const ALL = [
  { call: "startAll", label: "Start all" },
  { call: "startOnlyClassification", label: "Start only classification for all" },
] as const;

type ForAll = (typeof ALL)[number];

/** What starting all does, a line each. */
function startAllWords(call: ForAll["call"], brands: Starting): string[] {
  const { ready, running, withoutAddress, disabled } = brands;
  if (call === "startOnlyClassification") {
    const count = ready + running + withoutAddress + disabled;
    return [`The products of ${countOf(count, "brand")} are classified anew, in one run. Nothing is read.`];
  }
  const out = [
    [running, "running already"],
    [withoutAddress, "without an address to read"],
    [disabled, "disabled"],
  ] as const;
  const left = out.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`);
  return [
    ready === 1
      ? "1 run starts: all that this store has is read and classified."
      : `${formatNumber(ready)} runs start: all that these stores have is read and classified.`,
    ...(left.length > 0 ? [`Left out: ${left.join(", ")}.`] : []),
  ];
}

/** A button that starts all, once the operator has confirmed how many runs that are. */
function StartAll({ call, label }: ForAll) {
  const { act } = useAct();
  const [isOpen, setIsOpen] = useState(false);
  const starting = useQuery({ ...load("/api/brands/starting", {}), enabled: isOpen });
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Confirm
          title={`${label}?`}
          does={label}
          disabled={!starting.data}
          onClose={() => setIsOpen(false)}
          onYes={() => act(() => postAsOperator(`/api/scraper/${call}`, { body: {} }))}
        >
          <Loaded query={starting} waiting="Counting the brands…">
            {(brands) => startAllWords(call, brands).map((line) => <p key={line}>{line}</p>)}
          </Loaded>
        </Confirm>
      )}
    </>
  );
}

/** A brand id and the five ways to start (spec §2.8). The id goes out as typed (spec §5). */
function StartBar() {
  const { act } = useAct();
  const [brandId, setBrandId] = useState("");
  return (
    <div className="grid gap-2 mb-4">
      <div className="wrap gap-2">
        <input
          aria-label="Brand id"
          className={operator.input}
          placeholder="Brand id"
          inputMode="numeric"
          autoComplete="off"
          value={brandId}
          onChange={(event) => setBrandId(event.target.value)}
        />
        {ONE.map(({ call, label }, index) => (
          <Button
            key={call}
            kind={index === 0 ? "primary" : "outlined"}
            onClick={() => act(() => postAsOperator(`/api/scraper/${call}`, { body: { brandId } }))}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className="wrap gap-2">
        {ALL.map((all) => (
          <StartAll key={all.call} {...all} />
        ))}
      </div>
    </div>
  );
}

/** `epoch` grows with each reload of the page's lists, which closes the rows that are open. */
const TABS = {
  processes: ["Processes", ({ epoch }: { epoch: number }) => <ProcessesTab key={epoch} />],
  history: ["History", HistoryTab],
  brands: ["Brands", ({ epoch }: { epoch: number }) => <BrandsTab key={epoch} />],
  trends: ["Trends", TrendsTab],
  alerts: ["Alerts", AlertsTab],
  mails: ["Mails", MailsTab],
  suggestions: ["Suggested stores", SuggestionsTab],
  synonyms: ["Synonyms", SynonymsTab],
  takedowns: ["Take-downs", TakeDownsTab],
  changes: ["Who did what", ChangesTab],
} as const;

type TabId = keyof typeof TABS;

const TAB_LABELS = Object.entries(TABS).map(([id, [label]]) => ({ id: id as TabId, label }));
const LISTS = ["/api/scraper/getProcesses", "/api/scraper/getHistory"];

/** Starting runs, the running ones, the history, the brands. Any reload fetches the lists again. */
export function RunsView() {
  const [params, setParams] = useSearchParams();
  const tab = TAB_LABELS.find(({ id }) => id === params.get("tab"))?.id ?? "processes";
  const client = useQueryClient();
  const [epoch, setEpoch] = useState(0);
  // Both lists (spec §2.8), the one that is not in sight too.
  const reloadHidden = useCallback(() => {
    for (const list of LISTS) void client.refetchQueries({ queryKey: [list], type: "inactive" });
  }, [client]);
  const onReload = () => {
    setEpoch((count) => count + 1);
    reloadHidden();
  };
  const reload = () => {
    onReload();
    void client.invalidateQueries(OF_THE_API);
  };
  // A tab that is left gives up its request: it is sent once more.
  useEffect(reloadHidden, [reloadHidden, tab]);
  const open = (id: TabId) => {
    // Navigating to the same address would reload the page's data.
    if (id !== tab) setParams(id === "processes" ? {} : { tab: id }, { replace: true });
    reload();
  };
  const Shown = TABS[tab][1];
  return (
    <ReloadContext value={onReload}>
      <header className="row wrap gap-4 between mb-5">
        <h1 className="type-page">Scraper</h1>
        <div className="row gap-4">
          <ButtonLink kind="quiet" to="/scraper?brand=list">
            Add stores
          </ButtonLink>
          <ButtonLink to="/scraper?brand=new">New brand</ButtonLink>
        </div>
      </header>
      <IndexNotice />
      <Tabs
        label="Runs"
        tabs={TAB_LABELS}
        current={tab}
        onChange={open}
        extra={
          <IconButton aria-label="Refresh" title="Refresh" onClick={reload}>
            <Icon name="refresh" />
          </IconButton>
        }
      >
        {(tab === "processes" || tab === "history") && <StartBar />}
        <Shown epoch={epoch} />
      </Tabs>
    </ReloadContext>
  );
}

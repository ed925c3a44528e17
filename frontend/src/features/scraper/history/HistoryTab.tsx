import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Days, Pick, useChoices } from "../../../components/operator/Pick";
import { download, given, load, loadPage, postAsOperator } from "../../../lib/api/operator";
import type { HistoryRecord } from "../../../lib/api/schema";
import { formatElapsed, formatEnd, formatTime } from "../../../lib/time";
import {
  type Act,
  actions,
  type Column,
  ListTab,
  PAGE_SIZE,
  pageOf,
  picks,
  RowButton,
  State,
  stateWord,
} from "../Table";
import { type BrandName, brandNameOf, CompareBar, counted, countIds } from "./CompareBar";
import { HistoryDetail } from "./HistoryDetail";
import page from "../scraper.module.css";
import styles from "../table.module.css";

const ALL = ["", "(All)"] as const;
const RESULTS = ["success", "failed", "suspect", "stopped"] as const;
const { number, figure } = styles;

const CALLS = {
  check: "startCheck",
  "scrape+classify": "start",
  scrape: "startOnlyScrape",
  classify: "startOnlyClassificationSingle",
} as const;

const KINDS: Readonly<Record<HistoryRecord["kind"], string>> = {
  "scrape+classify": "read and classified",
  scrape: "read",
  classify: "classified",
  import: "imported",
  check: "checked",
};
const KIND_PICKS = Object.entries(KINDS) as [HistoryRecord["kind"], string][];

/** Starts the same once more; null where that is not an operator's to start: an import, all brands. */
function startAgain({ kind, brandId }: HistoryRecord): (() => Promise<string>) | null {
  const call = kind in CALLS ? CALLS[kind as keyof typeof CALLS] : null;
  if (call === null || brandId === null) return null;
  return () => postAsOperator(`/api/scraper/${call}`, { body: { brandId: String(brandId) } });
}

/** The columns of spec §2.8 behind those of the brand, and each run's duration. */
const COLUMNS: readonly Column<HistoryRecord>[] = [
  { area: "log", label: "logfile", className: styles.cmd, cell: (run) => run.logfileName },
  {
    area: "state",
    label: "result",
    cell: ({ kind, result, limitedTo }) => (
      <>
        <State of={result} />
        <span className="muted type-meta block">
          {KINDS[kind]}
          {limitedTo !== null && `, ${counted(limitedTo, "page")} only`}
        </span>
      </>
    ),
  },
  { area: "new", label: "new", className: number, cell: (run) => countIds(run.newImageIds) },
  { area: "deleted", label: "deleted", className: number, cell: (run) => countIds(run.deletedImageIds) },
  { area: "images", label: "found img", className: number, cell: (run) => countIds(run.foundImageIds) },
  { area: "groups", label: "found grp", className: number, cell: (run) => countIds(run.foundGroupIds) },
  { area: "changed", label: "changed", className: number, cell: (run) => run.changedCount },
  { area: "gone", label: "gone", className: number, cell: (run) => run.goneCount },
  { area: "rejected", label: "rejected", className: number, cell: (run) => run.rejectedCount },
  { area: "start", label: "start time", className: figure, cell: (run) => formatTime(run.startTime) },
  {
    area: "end",
    label: "end time",
    className: figure,
    cell: ({ startTime, endTime }) => (
      <>
        {formatEnd(startTime, endTime)}{" "}
        <span className="muted type-meta">{formatElapsed(startTime, endTime)}</span>
      </>
    ),
  },
];

function brandColumns(brands: readonly BrandName[]): Column<HistoryRecord>[] {
  return [
    { area: "id", label: "brandId", className: number, cell: ({ brandId }) => brandId ?? "–" },
    {
      area: "brand",
      label: "brand",
      className: styles.brand,
      cell: (record) => {
        const name = brandNameOf(record, brands);
        return record.brandId === null ? name : <Link to={`/scraper?brand=${record.brandId}`}>{name}</Link>;
      },
    },
  ];
}

interface ActionsProps {
  record: HistoryRecord;
  isOpen: boolean;
  onToggle: () => void;
  onAct: Act;
}

function Actions({ record, isOpen, onToggle, onAct }: ActionsProps) {
  const { id, kind, result, acceptable, canAskAgain, logfileName } = record;
  const again = startAgain(record);
  const name = logfileName.split("/").at(-1) ?? logfileName;
  return (
    <>
      <RowButton aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? "Hide logs" : "View logs"}
      </RowButton>
      <RowButton onClick={() => download("/api/scraper/download/{name}", { params: { path: { name } } })}>
        Download
      </RowButton>
      {again && <RowButton onClick={() => onAct(again)}>Start again</RowButton>}
      {again && canAskAgain && (
        <RowButton
          onClick={() =>
            onAct(() => postAsOperator("/api/scraper/startFailedPages", { body: { runId: id } }))
          }
        >
          Failed pages only
        </RowButton>
      )}
      {(result === "suspect" || result === "failed") && kind !== "check" && (
        <Link to={`/scraper?run=${id}`}>{acceptable ? "Decide" : "Look"}</Link>
      )}
    </>
  );
}

/** Adds a run to those to compare, or takes it out; the two chosen last stay. */
function chosenWith(chosen: readonly HistoryRecord[], record: HistoryRecord): HistoryRecord[] {
  const without = chosen.filter(({ id }) => id !== record.id);
  return without.length < chosen.length ? without : [...chosen, record].slice(-2);
}

interface HistoryTabProps {
  /** Raised by each reload of the page's lists, which closes the row that is open. */
  epoch: number;
  onAct: Act;
}

/** Earlier runs (spec §2.8): filters, the table, pages, and the choice of two runs to compare. */
export function HistoryTab({ epoch, onAct }: HistoryTabProps) {
  const [params, change] = useChoices();
  const brandId = params.get("brandId") ?? "";
  const result = RESULTS.find((one) => one === params.get("result")) ?? "";
  const kind = KIND_PICKS.find(([one]) => one === params.get("kind"))?.[0] ?? "";
  const days = { since: params.get("since") ?? "", until: params.get("until") ?? "" };
  const isFailingFirst = params.get("order") === "failing";
  const filters = given({ brandId: brandId && Number(brandId), result, kind, ...days });
  const order = isFailingFirst ? { order: "failing" as const } : {};
  const history = useQuery({
    ...loadPage("/api/scraper/getHistory", {
      params: { query: { page: pageOf(params), pageSize: PAGE_SIZE, ...filters, ...order } },
    }),
    placeholderData: keepPreviousData,
  });
  // The brand list is fetched together with it (spec §7).
  const brands = useQuery(load("/api/brands", {}));
  const [chosen, setChosen] = useState<readonly HistoryRecord[]>([]);
  const [open, setOpen] = useState({ epoch, id: 0 });
  const openId = open.epoch === epoch ? open.id : 0;
  const filter = (changes: Record<string, string>) => {
    // The filtered list may no longer contain the runs that were chosen to compare.
    setChosen([]);
    change({ ...changes, page: "" });
  };
  const compared = picks<HistoryRecord>(
    "compare",
    ({ id }) => `Compare run ${id}`,
    ({ id }) => chosen.some((run) => run.id === id),
    (record) => setChosen(chosenWith(chosen, record)),
  );
  const ways = actions<HistoryRecord>((record) => {
    const isOpen = openId === record.id;
    const toggle = () => setOpen({ epoch, id: isOpen ? 0 : record.id });
    return <Actions record={record} isOpen={isOpen} onToggle={toggle} onAct={onAct} />;
  });
  return (
    <>
      <div className={page.filters}>
        <Pick
          label="Brand"
          value={brandId}
          options={[ALL, ...(brands.data ?? []).map(({ id, name }) => [String(id), name] as const)]}
          onChange={(to) => filter({ brandId: to })}
        />
        <Pick
          label="Result"
          value={result}
          options={[ALL, ...RESULTS.map((one) => [one, stateWord(one)] as const)]}
          onChange={(to) => filter({ result: to })}
        />
        <Pick
          label="Kind"
          value={kind}
          options={[ALL, ...KIND_PICKS]}
          onChange={(to) => filter({ kind: to })}
        />
        <Days {...days} onChange={filter} />
        <label className={page.check}>
          <input
            type="checkbox"
            checked={isFailingFirst}
            onChange={(event) => filter({ order: event.target.checked ? "failing" : "" })}
          />
          Failing brands first
        </label>
      </div>
      {brands.data && <CompareBar chosen={chosen} brands={brands.data} onClear={() => setChosen([])} />}
      <ListTab
        rows={brands.data && history.data?.rows}
        query={history.error ? history : brands}
        isBusy={history.isFetching}
        empty={Object.keys(filters).length > 0 ? "No runs match these filters." : "No runs yet."}
        label="History"
        columns={[compared, ...brandColumns(brands.data ?? []), ...COLUMNS, ways]}
        kind="run"
        idOf={({ id }) => id}
        detailOf={(record) => openId === record.id && <HistoryDetail record={record} />}
        pages={history.data && { total: history.data.total, steps: ["Newer", "Older"] }}
      />
    </>
  );
}

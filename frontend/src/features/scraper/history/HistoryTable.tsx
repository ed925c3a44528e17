import { useState } from "react";
import { Link } from "react-router-dom";
import { download } from "../api/downloads";
import { startBrand, startFailedPages, type StartCall } from "../api/runs";
import type { BrandName, HistoryRecord } from "../api/wire";
import { formatElapsed, formatEnd, formatTime } from "../duration";
import { State, Table, type Column } from "../Table";
import type { Act } from "../useAct";
import { brandNameOf, counted, countsOf } from "./history";
import { HistoryDetail } from "./HistoryDetail";
import styles from "../table.module.css";

interface HistoryTableProps {
  records: readonly HistoryRecord[];
  /** Whether filters chose the records: an empty list then has another reason. */
  filtered: boolean;
  brands: readonly BrandName[];
  chosenIds: readonly number[];
  onChoose: (record: HistoryRecord) => void;
  onAct: Act;
}

const CALLS: Partial<Record<HistoryRecord["kind"], StartCall>> = {
  check: "startCheck",
  "scrape+classify": "start",
  scrape: "startOnlyScrape",
  classify: "startOnlyClassificationSingle",
};

/** Starts the same once more; null where that is not an operator's to start: an import, all brands. */
function startAgain({ kind, brandId }: HistoryRecord): (() => Promise<string>) | null {
  const call = CALLS[kind];
  return call && brandId !== null ? () => startBrand(call, String(brandId)) : null;
}

const { number, figure } = styles;

/** The columns of spec §2.8 behind those of the brand, and each run's duration. */
const COLUMNS: readonly Column<HistoryRecord>[] = [
  { area: "log", label: "logfile", className: styles.cmd, cell: ({ logfileName }) => logfileName },
  {
    area: "state",
    label: "result",
    cell: ({ result, limitedTo }) => (
      <>
        <State of={result} />
        {limitedTo !== null && <span className={styles.part}>{counted(limitedTo, "page")} only</span>}
      </>
    ),
  },
  { area: "new", label: "new", className: number, cell: (run) => countsOf(run).newImageCount },
  { area: "deleted", label: "deleted", className: number, cell: (run) => countsOf(run).deletedImageCount },
  { area: "images", label: "found img", className: number, cell: (run) => countsOf(run).foundImageCount },
  { area: "groups", label: "found grp", className: number, cell: (run) => countsOf(run).foundGroupCount },
  { area: "changed", label: "changed", className: number, cell: (run) => run.changedCount },
  { area: "gone", label: "gone", className: number, cell: (run) => run.goneCount },
  { area: "rejected", label: "rejected", className: number, cell: (run) => run.rejectedCount },
  { area: "start", label: "start time", className: figure, cell: (run) => formatTime(run.startTime) },
  { area: "end", label: "end time", className: figure, cell: (run) => formatEnd(run.startTime, run.endTime) },
  {
    area: "time",
    label: "duration",
    className: number,
    cell: (run) => formatElapsed(run.startTime, run.endTime),
  },
];

interface ActionsProps extends Pick<HistoryTableProps, "onAct"> {
  record: HistoryRecord;
  expanded: boolean;
  onToggle: () => void;
}

function Actions({ record, expanded, onToggle, onAct }: ActionsProps) {
  const again = startAgain(record);
  return (
    <div className={styles.actions}>
      <button type="button" aria-expanded={expanded} onClick={onToggle}>
        {expanded ? "Hide logs" : "View logs"}
      </button>
      <button type="button" onClick={() => download(record.logfileName)}>
        Download
      </button>
      {again && (
        <button type="button" onClick={() => onAct(again)}>
          Start again
        </button>
      )}
      {again && record.canAskAgain && (
        <button type="button" onClick={() => onAct(() => startFailedPages(record.id))}>
          Failed pages only
        </button>
      )}
      {(record.result === "suspect" || record.result === "failed") && record.kind !== "check" && (
        <Link to={`/scraper?run=${record.id}`}>{record.acceptable ? "Decide" : "Look"}</Link>
      )}
    </div>
  );
}

/** The table of earlier runs; an expanded one shows its log, its images and why it failed. */
export function HistoryTable({ records, filtered, brands, chosenIds, onChoose, ...act }: HistoryTableProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  if (records.length === 0) {
    return <p className={styles.empty}>{filtered ? "No runs match these filters." : "No runs yet."}</p>;
  }
  const columns: Column<HistoryRecord>[] = [
    {
      area: "pick",
      label: "compare",
      isHidden: true,
      cell: (record) => (
        <label className={styles.choose}>
          <span className="visually-hidden">Compare run {record.id}</span>
          <input type="checkbox" checked={chosenIds.includes(record.id)} onChange={() => onChoose(record)} />
        </label>
      ),
    },
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
    ...COLUMNS,
    {
      area: "actions",
      label: "actions",
      cell: (record) => {
        const expanded = openId === record.id;
        const toggle = () => setOpenId(expanded ? null : record.id);
        return <Actions record={record} expanded={expanded} onToggle={toggle} {...act} />;
      },
    },
  ];
  return (
    <Table
      name="history"
      label="History"
      columns={columns}
      rows={records}
      kind="run"
      idOf={({ id }) => id}
      detailOf={(record) => openId === record.id && <HistoryDetail record={record} />}
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Button, ButtonLink } from "../../../components/Button";
import { Check, Days, Filter, Filters, useChoices } from "../../../components/operator/Pick";
import { download, given, load, loadPage } from "../../../lib/api/operator";
import type { HistoryRecord } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { formatElapsed, formatEnd, formatTime } from "../../../lib/time";
import { listIn } from "../../../lib/store";
import { fileNameOf } from "../ProcessesTab";
import {
  ActButton,
  actions,
  type Column,
  ListTab,
  PAGE_SIZE,
  pageOf,
  picks,
  State,
  stateWord,
} from "../Table";
import { brandNameOf, CompareBar } from "./CompareBar";
import { HistoryDetail } from "./HistoryDetail";

const ALL = ["", "(All)"] as const;
const RESULTS = ["success", "failed", "suspect", "stopped"] as const;
const FAILING = "failing" as const;

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

/** The call that starts the same once more; undefined where that is not an operator's to start: an import. */
const againOf = ({ kind }: HistoryRecord) => (kind === "import" ? undefined : CALLS[kind]);

/** The length of a JSON-encoded list of ids (spec §3, history record); 0 where it cannot be read. */
const countIds = (encoded: string) => listIn(encoded, (id): id is unknown => id !== undefined).length;

/** The columns of spec §2.8, and each run's duration. */
const COLUMNS: readonly Column<HistoryRecord>[] = [
  { area: "id", label: "brandId", isNumber: true, cell: ({ brandId }) => brandId ?? "–" },
  {
    area: "brand",
    label: "brand",
    cell: (run) =>
      run.brandId === null ? (
        brandNameOf(run)
      ) : (
        <Link to={`/scraper?brand=${run.brandId}`}>{brandNameOf(run)}</Link>
      ),
  },
  { area: "cmd", label: "logfile", cell: (run) => run.logfileName },
  {
    area: "state",
    label: "result",
    cell: ({ kind, result, limitedTo }) => (
      <>
        <State of={result} />
        <span className="muted type-meta block">
          {KINDS[kind]}
          {limitedTo !== null && `, ${countOf(limitedTo, "page")} only`}
        </span>
      </>
    ),
  },
  { area: "new", label: "new", isNumber: true, cell: (run) => countIds(run.newImageIds) },
  { area: "deleted", label: "deleted", isNumber: true, cell: (run) => countIds(run.deletedImageIds) },
  { area: "images", label: "found img", isNumber: true, cell: (run) => countIds(run.foundImageIds) },
  { area: "groups", label: "found grp", isNumber: true, cell: (run) => countIds(run.foundGroupIds) },
  { area: "changed", label: "changed", isNumber: true, cell: (run) => run.changedCount },
  { area: "gone", label: "gone", isNumber: true, cell: (run) => run.goneCount },
  { area: "rejected", label: "rejected", isNumber: true, cell: (run) => run.rejectedCount },
  { area: "start", label: "start time", cell: (run) => formatTime(run.startTime) },
  {
    area: "end",
    label: "end time",
    cell: ({ startTime, endTime }) => (
      <>
        {formatEnd(startTime, endTime)}{" "}
        <span className="muted type-meta">{formatElapsed(startTime, endTime)}</span>
      </>
    ),
  },
];

interface ActionsProps {
  record: HistoryRecord;
  isOpen: boolean;
  onToggle: () => void;
}

function Actions({ record, isOpen, onToggle }: ActionsProps) {
  const { id, brandId, kind, result, acceptable, canAskAgain, logfileName } = record;
  const again = againOf(record);
  const params = { path: { name: fileNameOf(logfileName) } };
  return (
    <>
      <Button kind="row" aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? "Hide logs" : "View logs"}
      </Button>
      <Button kind="row" onClick={() => download("/api/scraper/download/{name}", { params })}>
        Download
      </Button>
      {again && brandId !== null && (
        <ActButton path={`/api/scraper/${again}`} body={{ brandId: String(brandId) }}>
          Start again
        </ActButton>
      )}
      {again && brandId !== null && canAskAgain && (
        <ActButton path="/api/scraper/startFailedPages" body={{ runId: id }}>
          Failed pages only
        </ActButton>
      )}
      {(acceptable || result === "suspect" || result === "failed") && kind !== "check" && (
        <ButtonLink kind="row" to={`/scraper?run=${id}`}>
          {acceptable ? "Decide" : "Look"}
        </ButtonLink>
      )}
    </>
  );
}

/** Adds a run to those to compare, or takes it out; the two chosen last stay. */
function chosenWith(chosen: readonly HistoryRecord[], record: HistoryRecord): HistoryRecord[] {
  const without = chosen.filter(({ id }) => id !== record.id);
  return without.length < chosen.length ? without : [...chosen, record].slice(-2);
}

/** Earlier runs (spec §2.8): filters, the table, pages, and the choice of two runs to compare. */
export function HistoryTab({ epoch }: { epoch: number }) {
  const [params] = useChoices();
  const result = RESULTS.find((one) => one === params.get("result")) ?? "";
  const kind = KIND_PICKS.find(([one]) => one === params.get("kind"))?.[0] ?? "";
  const filters = given({
    brandId: Number(params.get("brandId")) || "",
    result,
    kind,
    since: params.get("since") ?? "",
    until: params.get("until") ?? "",
  });
  const isFailingFirst = params.get("order") === FAILING;
  const query = {
    page: pageOf(params),
    pageSize: PAGE_SIZE,
    ...filters,
    ...(isFailingFirst && { order: FAILING }),
  };
  const history = useQuery(loadPage("/api/scraper/getHistory", { params: { query } }));
  const { data: brands = [] } = useQuery(load("/api/brands", {}));
  const [chosen, setChosen] = useState<readonly HistoryRecord[]>([]);
  const [open, setOpen] = useState({ epoch, id: 0 });
  const openId = open.epoch === epoch ? open.id : 0;
  const compared = picks<HistoryRecord>(
    "compare",
    ({ id }) => `Compare run ${id}`,
    ({ id }) => chosen.some((run) => run.id === id),
    (record) => setChosen(chosenWith(chosen, record)),
  );
  const ways = actions<HistoryRecord>((record) => {
    const isOpen = openId === record.id;
    return (
      <Actions
        record={record}
        isOpen={isOpen}
        onToggle={() => setOpen({ epoch, id: isOpen ? 0 : record.id })}
      />
    );
  });
  return (
    <>
      {/* The filtered list may no longer contain the runs that were chosen to compare. */}
      <Filters aria-label="Runs" onChange={() => setChosen([])}>
        <Filter
          label="Brand"
          name="brandId"
          options={[ALL, ...brands.map(({ id, name }) => [String(id), name] as const)]}
        />
        <Filter
          label="Result"
          name="result"
          options={[ALL, ...RESULTS.map((one) => [one, stateWord(one)] as const)]}
        />
        <Filter label="Kind" name="kind" options={[ALL, ...KIND_PICKS]} />
        <Days />
        <Check name="order" on={FAILING}>
          Failing brands first
        </Check>
      </Filters>
      <CompareBar chosen={chosen} onClear={() => setChosen([])} />
      <ListTab
        rows={history.data?.rows}
        query={history}
        isBusy={history.isFetching}
        empty={Object.keys(filters).length > 0 ? "No runs match these filters." : "No runs yet."}
        label="History"
        columns={[compared, ...COLUMNS, ways]}
        kind="run"
        idOf={({ id }) => id}
        detailOf={(record) => openId === record.id && <HistoryDetail record={record} />}
        pages={history.data && { total: history.data.total, steps: ["Newer", "Older"] }}
      />
    </>
  );
}

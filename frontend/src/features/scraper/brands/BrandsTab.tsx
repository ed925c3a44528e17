import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { Ask } from "../../../components/dialog/Dialog";
import { Pick } from "../../../components/operator/Pick";
import { LoadError } from "../../../components/states/states";
import { useChoices } from "../../../hooks/useChoices";
import { useDebounced, useLatest } from "../../../hooks/useLatest";
import { given, load, loadPage, tell } from "../../../lib/api/operator";
import type { BrandHoldings, BrandOverview } from "../../../lib/api/schema";
import { countOf, formatNumber } from "../../../lib/catalogue/format";
import { type Act, actions, ListTab, PAGE_SIZE, pageOf, RowButton } from "../Table";
import { COLUMNS } from "./brandColumns";
import operator from "../../../components/operator/operator.module.css";
import pick from "../../../components/operator/Pick.module.css";
import page from "../scraper.module.css";
import table from "../table.module.css";

/** How often the list is refreshed (ms): runs begin and end by themselves. */
const REFRESH_MS = 5000;
const TYPING_MS = 300;

const SHOWN = {
  active: "Active",
  disabled: "Disabled",
  "in trouble": "In trouble",
  scheduled: "Scheduled",
  archived: "Archived",
} as const;

type Shown = keyof typeof SHOWN;

const DOES = { disable: "Disable", archive: "Archive", delete: "Delete for good" } as const;

type Leave = keyof typeof DOES;

/** "3,000 entries", of what has a plural of its own. */
function countedAs(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** What becomes of what a brand has, a line each. */
function leaveWords(leave: Leave, has: BrandHoldings): string[] {
  const products = countOf(has.products, "product");
  const prices = countedAs(has.prices, "entry of price history", "entries of price history");
  const runs = countOf(has.runs, "run");
  const alerts = countOf(has.alerts, "visitors’ alert");
  const searches = countedAs(has.searches, "search of visitors", "searches of visitors");
  if (leave === "delete") {
    return [
      `${products} and ${prices} are removed, for good.`,
      `${alerts} on them end. Nobody is told.`,
      `${runs} stay in the history with its name, and ${searches} in the insights.`,
      ...(has.takeDowns > 0 ? [`${countOf(has.takeDowns, "take-down")} of its products end.`] : []),
    ];
  }
  const how =
    leave === "archive" ? "It leaves this list, and comes back from “Archived”" : "It stays in this list";
  return [
    `${countOf(has.shown, "product")} that visitors find now are hidden.`,
    `${products}, ${prices}, ${runs} and ${searches} are kept.`,
    `${alerts} wait until it is back. It is not read any more.`,
    `${how}, with a press.`,
  ];
}

interface Leaver {
  brand: BrandOverview;
  leave: Leave;
}

/** Asks before a brand is disabled, archived or deleted, with what becomes of what it has. */
function LeaveDialog({ leave, brand, ...on }: Leaver & { onYes: () => void; onNo: () => void }) {
  const { data, error, refetch } = useQuery({
    ...load("/api/brands/{brand_id}/holdings", { params: { path: { brand_id: brand.id } } }),
    gcTime: 0,
  });
  return (
    <Ask title={`${DOES[leave]}: ${brand.name}?`} does={DOES[leave]} disabled={!data} {...on}>
      <LoadError error={error} onRetry={() => void refetch()} />
      {!data && !error && <p>Counting what it has…</p>}
      {data && (
        <ul className={table.effect}>
          {leaveWords(leave, data).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Ask>
  );
}

function setActive({ id, isActive }: BrandOverview): Promise<string> {
  return tell("/api/brands/setActive", { body: { brandId: id, isActive: !isActive } });
}

function start(call: "start" | "startCheck", { id }: BrandOverview): Promise<string> {
  return tell(`/api/scraper/${call}`, { body: { brandId: String(id) } });
}

interface ActionsProps {
  brand: BrandOverview;
  onAct: Act;
  onLeave: (leave: Leave) => void;
}

/** Of an archived brand: the way back, and the way out. */
function ArchiveActions({ brand: { id, name, deletingAt }, onAct, onLeave }: ActionsProps) {
  const shared = { of: name, disabled: deletingAt !== null };
  return (
    <>
      <RowButton
        {...shared}
        onClick={() => onAct(() => tell("/api/brands/bringBack", { body: { brandId: id } }))}
      >
        Bring back
      </RowButton>
      <RowButton {...shared} onClick={() => onLeave("delete")}>
        Delete…
      </RowButton>
    </>
  );
}

function Actions({ brand, onAct, onLeave }: ActionsProps) {
  const { id, name, state, pages, checkable, isActive } = brand;
  return (
    <>
      <RowButton
        of={name}
        disabled={state !== null || pages === 0}
        onClick={() => onAct(() => start("start", brand))}
      >
        Start
      </RowButton>
      {checkable && (
        <RowButton
          of={name}
          title="Read its other source and compare; nothing of it is published"
          disabled={state !== null}
          onClick={() => onAct(() => start("startCheck", brand))}
        >
          Check
        </RowButton>
      )}
      <Link to={`/scraper?brand=${id}`}>
        Edit<span className="visually-hidden"> {name}</span>
      </Link>
      <Link to={`/scraper?brand=new&copy=${id}`}>
        Duplicate<span className="visually-hidden"> {name}</span>
      </Link>
      <RowButton of={name} onClick={() => (isActive ? onLeave("disable") : onAct(() => setActive(brand)))}>
        {isActive ? "Disable…" : "Enable"}
      </RowButton>
      <RowButton of={name} disabled={state !== null} onClick={() => onLeave("archive")}>
        Archive…
      </RowButton>
    </>
  );
}

/** A page of the brands, searched by name, website or id; what is chosen lives in the address. */
export function BrandsTab({ onAct }: { onAct: Act }) {
  const [params, change] = useChoices();
  const kept = params.get("text") ?? "";
  // What is typed gets there once typing pauses.
  const [text, setText] = useState(kept);
  const typed = useDebounced(text, TYPING_MS);
  const keep = useLatest(() => typed !== kept && change({ text: typed, page: "" }));
  useEffect(() => void keep.current(), [typed, keep]);
  const asked = params.get("show") ?? "";
  const show = asked in SHOWN ? (asked as Shown) : "";
  const query = { page: pageOf(params), pageSize: PAGE_SIZE, ...given({ text: kept.trim(), show }) };
  const list = useQuery({
    ...loadPage("/api/brands/overview", { params: { query } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const { data, isPlaceholderData } = list;
  const [leaving, setLeaving] = useState<Leaver | null>(null);
  const left = ({ brand, leave }: Leaver) => {
    setLeaving(null);
    const body = { brandId: brand.id };
    onAct(() => (leave === "disable" ? setActive(brand) : tell(`/api/brands/${leave}`, { body })));
  };
  const Own = show === "archived" ? ArchiveActions : Actions;
  return (
    <>
      {leaving && <LeaveDialog {...leaving} onYes={() => left(leaving)} onNo={() => setLeaving(null)} />}
      <div className={page.filters} role="search" aria-label="Brands">
        <label className={pick.pick}>
          Name, website or id
          <input
            className={operator.input}
            type="search"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <Pick
          label="Show"
          value={show}
          options={[["", "(All)"], ...Object.entries(SHOWN)]}
          onChange={(to) => change({ show: to, page: "" })}
        />
        <span className={table.count} role="status">
          {data && countOf(data.total, "brand")}
        </span>
      </div>
      <ListTab
        rows={data?.rows}
        query={list}
        isBusy={isPlaceholderData}
        empty={kept.trim() === "" && show === "" ? "No brands yet." : "No brand is like that."}
        label="Brands"
        columns={[
          ...COLUMNS,
          actions<BrandOverview>((brand) => (
            <Own brand={brand} onAct={onAct} onLeave={(leave) => setLeaving({ brand, leave })} />
          )),
        ]}
        kind="brand"
        idOf={({ id }) => id}
        pages={data && { total: data.total, steps: ["Previous", "Next"] }}
      />
    </>
  );
}

import { Link } from "react-router-dom";
import { Action } from "../../../components/Action";
import { LineChart, placesOf } from "../../../components/LineChart";
import { messageOf } from "../../../lib/api/client";
import { postAsOperator } from "../../../lib/api/operator";
import { countOf } from "../../../lib/catalogue/format";
import page from "../scraper.module.css";
import type { BrandOverview } from "../../../lib/api/schema";
import { formatTime } from "../../../lib/time";
import { type Act, type Column, RowButton, State, stateWord } from "../Table";
import styles from "../table.module.css";

/** In px; the inner box has an edge of 3 for the last run's dot. */
const [BOX, EDGE] = [{ width: 90, height: 18 }, 3];

/** A brand's problems: those operators were alerted of, or a failed or suspect last run. */
function troublesOf({ troubles, lastRun }: BrandOverview): readonly string[] {
  if (troubles.length > 0) return troubles;
  return lastRun && (lastRun.result === "failed" || lastRun.result === "suspect") ? [lastRun.result] : [];
}

/** One word for the state: what it does now, otherwise whether it is on. */
export function stateOf({ state, isActive, archivedAt, deletingAt }: BrandOverview): string {
  if (deletingAt !== null) return "being deleted";
  if (archivedAt !== null) return "archived";
  return state ?? (isActive ? "active" : "disabled");
}

/** The product counts of the last runs as a line whose last point is the newest run. */
function Trend({ trend }: Pick<BrandOverview, "trend">) {
  const counts = trend.map(({ foundCount }) => foundCount);
  const last = counts.at(-1);
  if (last === undefined) return <span className="muted">–</span>;
  const places = placesOf(counts, BOX, [Math.min(...counts), Math.max(...counts)]).map(
    (place) => place && { x: place.x + EDGE, y: place.y + EDGE },
  );
  const end = places.at(-1);
  const runs = counts.length === 1 ? "" : ` of ${counts.length} runs`;
  return (
    <span className="inline-row figures gap-2">
      <LineChart
        width={BOX.width + 2 * EDGE}
        height={BOX.height + 2 * EDGE}
        line={places}
        isQuiet
        dots={end ? [{ ...end, radius: 2.5 }] : []}
        label={`Found products${runs}: ${counts.join(", ")}`}
      />
      <span aria-hidden="true">{last}</span>
    </span>
  );
}

/** How a brand is doing, and when it is scraped. */
export const COLUMNS: readonly Column<BrandOverview>[] = [
  { area: "id", label: "id", order: "id", className: styles.number, cell: ({ id }) => id },
  {
    area: "brand",
    label: "brand",
    order: "name",
    className: styles.brand,
    cell: ({ id, name, website }) => (
      <span className="grid">
        <Link to={`/scraper?brand=${id}`}>{name}</Link>
        <span className="muted type-meta breaks regular">{website}</span>
      </span>
    ),
  },
  {
    area: "state",
    label: "state",
    cell: (brand) => (
      <span className="grid">
        <State of={stateOf(brand)} />
        {troublesOf(brand)
          .filter((trouble) => trouble !== brand.lastRun?.result)
          .map((trouble) => (
            <State key={trouble} of="failed">
              {stateWord(trouble)}
            </State>
          ))}
      </span>
    ),
  },
  {
    area: "start",
    label: "last run",
    order: "lastRun",
    cell: ({ lastRun }) =>
      lastRun ? (
        <span className="grid">
          <State of={lastRun.result} />
          <span className="muted figures type-meta nowrap">{formatTime(lastRun.endTime)}</span>
        </span>
      ) : (
        <span className="muted">never</span>
      ),
  },
  {
    area: "end",
    label: "next run",
    cell: ({ nextRun, schedule }) => (
      <span className="grid">
        <span>{formatTime(nextRun)}</span>
        <span className="muted type-meta breaks regular">{schedule}</span>
      </span>
    ),
  },
  { area: "progress", label: "found products", order: "found", cell: ({ trend }) => <Trend trend={trend} /> },
];

export const DOES = { disable: "Disable", archive: "Archive", delete: "Delete for good" } as const;

export type Leave = keyof typeof DOES;

/** Does the same to each brand, one after the other; reports what could not be done, and goes on. */
export async function toEach(
  brands: readonly BrandOverview[],
  call: (brand: BrandOverview) => Promise<string>,
): Promise<string> {
  const [failed, done]: [string[], string[]] = [[], []];
  for (const brand of brands) {
    await call(brand).then(
      (words) => done.push(words),
      (error: unknown) => failed.push(`${brand.name}: ${messageOf(error)}`),
    );
  }
  if (failed.length > 0) throw new Error([`Done: ${done.length} of ${brands.length}`, ...failed].join(". "));
  return brands.length === 1 ? (done[0] ?? "") : `Done: ${countOf(done.length, "brand")}`;
}

export function setActive({ id, isActive }: BrandOverview): Promise<string> {
  return postAsOperator("/api/brands/setActive", { body: { brandId: id, isActive: !isActive } });
}

function start(call: "start" | "startCheck", { id }: BrandOverview): Promise<string> {
  return postAsOperator(`/api/scraper/${call}`, { body: { brandId: String(id) } });
}

interface ActionsProps {
  brand: BrandOverview;
  onAct: Act;
  onLeave: (leave: Leave) => void;
}

/** Of an archived brand: the way back, and the way out. */
export function ArchiveActions({ brand: { id, name, deletingAt }, onAct, onLeave }: ActionsProps) {
  const shared = { of: name, disabled: deletingAt !== null };
  return (
    <>
      <RowButton
        {...shared}
        onClick={() => onAct(() => postAsOperator("/api/brands/bringBack", { body: { brandId: id } }))}
      >
        Bring back
      </RowButton>
      <RowButton {...shared} onClick={() => onLeave("delete")}>
        Delete…
      </RowButton>
    </>
  );
}

export function Actions({ brand, onAct, onLeave }: ActionsProps) {
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

interface SeveralProps extends Pick<ActionsProps, "onAct" | "onLeave"> {
  brands: readonly BrandOverview[];
  onClear: () => void;
}

/** What is done to all that were chosen: each is started where it can be. */
export function Several({ brands, onAct, onLeave, onClear }: SeveralProps) {
  const idle = brands.filter(({ state, pages }) => state === null && pages > 0);
  const off = brands.filter(({ isActive }) => !isActive);
  return (
    <div className={page.compare} role="status">
      <span>{countOf(brands.length, "brand")} chosen</span>
      <Action
        kind="filled"
        disabled={idle.length === 0}
        onClick={() => onAct(() => toEach(idle, (brand) => start("start", brand)))}
      >
        Start {idle.length}
      </Action>
      {off.length > 0 ? (
        <Action onClick={() => onAct(() => toEach(off, setActive))}>Enable {off.length}</Action>
      ) : (
        <Action onClick={() => onLeave("disable")}>Disable…</Action>
      )}
      <Action disabled={brands.some(({ state }) => state !== null)} onClick={() => onLeave("archive")}>
        Archive…
      </Action>
      <Action onClick={onClear}>Clear</Action>
    </div>
  );
}

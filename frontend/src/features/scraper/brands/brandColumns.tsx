import { Link } from "react-router-dom";
import { Button, ButtonLink } from "../../../components/Button";
import { LineChart, placesOf } from "../../../components/LineChart";
import { messageOf } from "../../../lib/api/client";
import { postAsOperator } from "../../../lib/api/operator";
import { countOf } from "../../../lib/catalogue/format";
import type { BrandOverview } from "../../../lib/api/schema";
import { formatTime } from "../../../lib/time";
import { ActButton, type Column, Stacked, State, stateWord, useAct } from "../Table";
import table from "../table.module.css";

/** In px; the edge is for the last run's dot. */
const BOX = { width: 90, height: 18, edge: 3 };

/** A brand's problems that its last run does not show. */
const troublesOf = ({ troubles, lastRun }: BrandOverview) =>
  troubles.filter((trouble) => trouble !== lastRun?.result);

/** One word for the state: what it does now, otherwise whether it is on. */
function stateOf({ state, isActive, archivedAt, deletingAt }: BrandOverview): string {
  if (deletingAt !== null) return "being deleted";
  if (archivedAt !== null) return "archived";
  return state ?? (isActive ? "active" : "disabled");
}

/** The product counts of the last runs as a line whose last point is the newest run. */
function Trend({ trend }: Pick<BrandOverview, "trend">) {
  const counts = trend.map(({ foundCount }) => foundCount);
  const last = counts.at(-1);
  if (last === undefined) return <span className="muted">–</span>;
  const places = placesOf(counts, BOX, [Math.min(...counts), Math.max(...counts)]);
  const end = places.at(-1);
  const runs = counts.length === 1 ? "" : ` of ${counts.length} runs`;
  return (
    <span className="inline-row figures gap-2">
      <LineChart
        width={BOX.width + 2 * BOX.edge}
        height={BOX.height + 2 * BOX.edge}
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
  { area: "id", label: "id", order: "id", isNumber: true, cell: ({ id }) => id },
  {
    area: "brand",
    label: "brand",
    order: "name",
    cell: ({ id, name, website }) => (
      <Stacked under={website.replace(/^https?:\/\/|\/$/g, "")}>
        <Link to={`/scraper?brand=${id}`}>{name}</Link>
      </Stacked>
    ),
  },
  {
    area: "state",
    label: "state",
    cell: (brand) => (
      <span className="grid">
        <State of={stateOf(brand)} />
        {troublesOf(brand).map((trouble) => (
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
        <Stacked under={formatTime(lastRun.endTime)}>
          <State of={lastRun.result} />
        </Stacked>
      ) : (
        <span className="muted">never</span>
      ),
  },
  {
    area: "next",
    label: "next run",
    cell: ({ nextRun, schedule }) => <Stacked under={schedule}>{formatTime(nextRun)}</Stacked>,
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

interface ActionsProps {
  brand: BrandOverview;
  onLeave: (leave: Leave) => void;
}

/** Of an archived brand: the way back, and the way out. */
export function ArchiveActions({ brand: { id, name, deletingAt }, onLeave }: ActionsProps) {
  const shared = { of: name, disabled: deletingAt !== null };
  return (
    <>
      <ActButton {...shared} path="/api/brands/bringBack" body={{ brandId: id }}>
        Bring back
      </ActButton>
      <Button kind="row" {...shared} onClick={() => onLeave("delete")}>
        Delete…
      </Button>
    </>
  );
}

export function Actions({ brand, onLeave }: ActionsProps) {
  const { id, name, state, pages, checkable, isActive } = brand;
  const busy = state !== null;
  return (
    <>
      <ActButton
        of={name}
        disabled={busy || pages === 0}
        path="/api/scraper/start"
        body={{ brandId: String(id) }}
      >
        Start
      </ActButton>
      {checkable && (
        <ActButton
          of={name}
          title="Read its other source and compare; nothing of it is published"
          disabled={busy}
          path="/api/scraper/startCheck"
          body={{ brandId: String(id) }}
        >
          Check
        </ActButton>
      )}
      <ButtonLink kind="row" of={name} to={`/scraper?brand=${id}`}>
        Edit
      </ButtonLink>
      <ButtonLink kind="row" of={name} to={`/scraper?brand=new&copy=${id}`}>
        Duplicate
      </ButtonLink>
      {isActive ? (
        <Button kind="row" of={name} onClick={() => onLeave("disable")}>
          Disable…
        </Button>
      ) : (
        <ActButton of={name} path="/api/brands/setActive" body={{ brandId: id, isActive: true }}>
          Enable
        </ActButton>
      )}
      <Button kind="row" of={name} disabled={busy} onClick={() => onLeave("archive")}>
        Archive…
      </Button>
    </>
  );
}

interface SeveralProps extends Pick<ActionsProps, "onLeave"> {
  brands: readonly BrandOverview[];
  onClear: () => void;
}

/** What is done to all that were chosen: each is started where it can be. */
export function Several({ brands, onLeave, onClear }: SeveralProps) {
  const { act } = useAct();
  const idle = brands.filter(({ state, pages }) => state === null && pages > 0);
  const off = brands.filter(({ isActive }) => !isActive);
  const start = ({ id }: BrandOverview) =>
    postAsOperator("/api/scraper/start", { body: { brandId: String(id) } });
  return (
    <div className={table.chosen} role="status">
      <span>{countOf(brands.length, "brand")} chosen</span>
      <Button kind="primary" disabled={idle.length === 0} onClick={() => act(() => toEach(idle, start))}>
        Start {idle.length}
      </Button>
      {off.length > 0 ? (
        <Button onClick={() => act(() => toEach(off, setActive))}>Enable {off.length}</Button>
      ) : (
        <Button onClick={() => onLeave("disable")}>Disable…</Button>
      )}
      <Button disabled={brands.some(({ state }) => state !== null)} onClick={() => onLeave("archive")}>
        Archive…
      </Button>
      <Button onClick={onClear}>Clear</Button>
    </div>
  );
}

import { Link } from "react-router-dom";
import { LineChart, placesOf } from "../../../components/LineChart";
import type { BrandOverview } from "../../../lib/api/schema";
import { formatTime } from "../../../lib/time";
import { type Column, State, stateWord } from "../Table";
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
  { area: "id", label: "id", className: styles.number, cell: ({ id }) => id },
  {
    area: "brand",
    label: "brand",
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
  { area: "progress", label: "found products", cell: ({ trend }) => <Trend trend={trend} /> },
];

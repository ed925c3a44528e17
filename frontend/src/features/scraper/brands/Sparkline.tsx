import type { BrandOverview, BrandRun } from "../api/wire";
import styles from "./brands.module.css";

const [WIDTH, HEIGHT, EDGE] = [96, 24, 3];

/** A brand's problems: those operators were alerted of, or a failed or suspect last run. */
export function troublesOf({ troubles, lastRun }: BrandOverview): readonly string[] {
  if (troubles.length > 0) return troubles;
  return lastRun && (lastRun.result === "failed" || lastRun.result === "suspect") ? [lastRun.result] : [];
}

/** One word for the state: what it does now, otherwise whether it is on. */
export function stateOf({ state, isActive, archivedAt, deletingAt }: BrandOverview): string {
  if (deletingAt !== null) return "being deleted";
  if (archivedAt !== null) return "archived";
  return state ?? (isActive ? "active" : "disabled");
}

/** The trend as text, for screen readers. */
export function trendWords(trend: readonly BrandRun[]): string {
  if (trend.length === 0) return "No run has found products yet";
  const counts = trend.map(({ foundCount }) => foundCount).join(", ");
  return trend.length === 1
    ? `Found products: ${counts}`
    : `Found products of ${trend.length} runs: ${counts}`;
}

interface Point {
  x: number;
  y: number;
}

/** The trend as points of a box; a line that stays level runs through its middle. */
export function trendPoints(counts: readonly number[], width: number, height: number): Point[] {
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  const step = counts.length > 1 ? width / (counts.length - 1) : 0;
  return counts.map((count, index) => ({
    x: counts.length > 1 ? index * step : width,
    y: high === low ? height / 2 : height - ((count - low) / (high - low)) * height,
  }));
}

/** The product counts of the last runs as a line whose last point is the newest run. */
export function Sparkline({ trend }: { trend: readonly BrandRun[] }) {
  const counts = trend.map(({ foundCount }) => foundCount);
  const last = counts.at(-1);
  if (last === undefined) return <span className="muted">–</span>;
  const points = trendPoints(counts, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE).map(({ x, y }) => ({
    x: x + EDGE,
    y: y + EDGE,
  }));
  const end = points.at(-1);
  return (
    <span className={styles.trend}>
      <svg
        className={styles.line}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={trendWords(trend)}
      >
        <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")} />
        {end && <circle cx={end.x} cy={end.y} r="2.5" />}
      </svg>
      <span aria-hidden="true">{last}</span>
    </span>
  );
}

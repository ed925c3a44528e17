import { trendPoints, trendWords } from "./brandList";
import type { BrandRun } from "../api/wire";
import styles from "./brands.module.css";

const [WIDTH, HEIGHT, EDGE] = [96, 24, 3];

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

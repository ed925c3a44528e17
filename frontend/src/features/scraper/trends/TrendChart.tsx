import styles from "./trends.module.css";

const [WIDTH, HEIGHT] = [320, 96];

export interface Point {
  value: number | null;
  /** What a gate asks for; null where none does. */
  limit?: number | null;
  /** Whose the value is, for who points at it. */
  title: string;
  isBad: boolean;
}

interface TrendChartProps {
  title: string;
  points: readonly Point[];
  write: (value: number) => string;
}

interface Place {
  x: number;
  y: number;
}

/** Lines between what is there; a gap where nothing is. */
function pathOf(places: readonly (Place | null)[]): string {
  return places
    .map((place, index) =>
      place === null ? "" : `${places[index - 1] ? "L" : "M"}${place.x.toFixed(1)} ${place.y.toFixed(1)}`,
    )
    .join("");
}

/** A line of values over the runs, from 0, with the gates' limit dashed; suspect runs are dots in red. */
export function TrendChart({ title, points, write }: TrendChartProps) {
  const known = points.flatMap(({ value, limit }) => [value, limit]).filter((one) => typeof one === "number");
  const top = Math.max(...known, 0) || 1;
  const step = points.length > 1 ? WIDTH / (points.length - 1) : 0;
  const placeOf = (value: number | null | undefined, index: number): Place | null =>
    typeof value === "number" ? { x: index * step, y: HEIGHT - (value / top) * HEIGHT } : null;
  const values = points.map(({ value }, index) => placeOf(value, index));
  const limits = points.map(({ limit }, index) => placeOf(limit, index));
  const last = points.at(-1);
  const words = (value: number | null | undefined) => (typeof value === "number" ? write(value) : "–");
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span>{title}</span>
        <span className={styles.last}>{words(last?.value)}</span>
        {typeof last?.limit === "number" && <span className="muted">at least {write(last.limit)}</span>}
      </figcaption>
      <svg
        viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}
        role="img"
        aria-label={`${title} of ${points.length} runs, the last one ${words(last?.value)}`}
      >
        <path className={styles.base} d={`M0 ${HEIGHT}H${WIDTH}`} />
        <path className={styles.limit} d={pathOf(limits)} />
        <path className={styles.line} d={pathOf(values)} />
        {values.map(
          (place, index) =>
            place && (
              <circle
                key={index}
                className={styles.dot}
                data-bad={points[index]?.isBad || undefined}
                cx={place.x}
                cy={place.y}
                r={points[index]?.isBad || index === values.length - 1 ? 3.5 : 2}
              >
                <title>{`${points[index]?.title}: ${words(points[index]?.value)}`}</title>
              </circle>
            ),
        )}
      </svg>
      <p className={styles.scale}>0 to {write(top)}</p>
    </figure>
  );
}

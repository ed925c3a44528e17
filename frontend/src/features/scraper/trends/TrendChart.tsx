import { type Dot, LineChart, placesOf } from "../../../components/LineChart";
import styles from "./trends.module.css";

const BOX = { width: 320, height: 96 };
/** Around the box, for dots at its edges (px). */
const EDGE = 4;

export interface Point {
  value: number | null;
  /** What a gate asks for; null where none does. */
  limit: number | null;
  /** Whose the value is, for who points at it. */
  title: string;
  isBad: boolean;
}

interface TrendChartProps {
  title: string;
  points: readonly Point[];
  write: (value: number) => string;
}

/** Values over the runs, from 0, with the gates' limit dashed; suspect runs are dots in red. */
export function TrendChart({ title, points, write }: TrendChartProps) {
  const known = points.flatMap(({ value, limit }) => [value, limit]).filter((one) => one !== null);
  const top = Math.max(...known, 0) || 1;
  const placed = (values: readonly (number | null)[]) =>
    placesOf(values, BOX, [0, top]).map((place) => place && { x: place.x + EDGE, y: place.y + EDGE });
  const line = placed(points.map(({ value }) => value));
  const last = points.at(-1);
  const words = (value: number | null | undefined) => (typeof value === "number" ? write(value) : "–");
  const dots = points.map(({ value, title: of, isBad }, index): Dot | null => {
    const place = line[index];
    const radius = isBad || index === points.length - 1 ? 3.5 : 2;
    return place ? { ...place, radius, isBad, title: `${of}: ${words(value)}` } : null;
  });
  return (
    <figure className={styles.chart}>
      <figcaption className="wrap gap-y-0 gap-x-2 items-baseline mb-3">
        <span>{title}</span>
        <span className="figures type-section">{words(last?.value)}</span>
        {typeof last?.limit === "number" && <span className="muted">at least {write(last.limit)}</span>}
      </figcaption>
      <LineChart
        width={BOX.width + 2 * EDGE}
        height={BOX.height + 2 * EDGE}
        base={BOX.height + EDGE}
        line={line}
        limit={placed(points.map(({ limit }) => limit))}
        dots={dots}
        label={`${title} of ${points.length} runs, the last one ${words(last?.value)}`}
      />
      <p className="muted type-meta mt-2">0 to {write(top)}</p>
    </figure>
  );
}

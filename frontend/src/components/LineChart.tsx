import styles from "./lineChart.module.css";

interface Place {
  x: number;
  y: number;
}

export interface Dot extends Place {
  radius: number;
  isBad?: boolean;
  /** For who points at it. */
  title?: string;
}

/** Lines between what is there; a gap where nothing is. */
function pathOf(places: readonly (Place | null)[]): string {
  const at = ({ x, y }: Place) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  return places.map((place, index) => (place ? `${places[index - 1] ? "L" : "M"}${at(place)}` : "")).join("");
}

/** Values one after the other over a width, as places inside of an edge; level ones in the middle. */
export function placesOf(
  values: readonly (number | null)[],
  { width, height, edge }: { width: number; height: number; edge: number },
  [low, high]: readonly [number, number],
): (Place | null)[] {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const heightOf = (value: number) =>
    high === low ? height / 2 : height - ((value - low) / (high - low)) * height;
  return values.map((value, index) =>
    value === null
      ? null
      : { x: edge + (values.length > 1 ? index * step : width), y: edge + heightOf(value) },
  );
}

interface LineChartProps {
  width: number;
  height: number;
  line: readonly (Place | null)[];
  /** Drawn dashed. */
  limit?: readonly (Place | null)[];
  /** How far down zero is, where the line stands on it. */
  base?: number;
  /** The line steps back behind its dots. */
  isQuiet?: boolean;
  dots?: readonly (Dot | null)[];
  /** It fills the width it is given; without, it is as large as its units. */
  fills?: boolean;
  /** What it shows; "" where the words beside it do. */
  label: string;
}

/** A small chart without axes: a line, perhaps a limit, dots that can be pointed at. */
export function LineChart(props: LineChartProps) {
  const { width, height, line, limit, base, isQuiet = false, dots = [], fills = false, label } = props;
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${width} ${height}`}
      {...(fills ? { style: { blockSize: height }, preserveAspectRatio: "none" } : { width, height })}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
      data-fills={fills}
      data-quiet={isQuiet}
    >
      {base !== undefined && <path className={styles.base} d={`M0 ${base}H${width}`} />}
      {limit && <path className={styles.limit} d={pathOf(limit)} />}
      <path className={styles.line} d={pathOf(line)} vectorEffect="non-scaling-stroke" />
      {dots.map(
        (dot, index) =>
          dot && (
            <circle
              key={index}
              className={styles.dot}
              data-bad={dot.isBad || undefined}
              cx={dot.x}
              cy={dot.y}
              r={dot.radius}
            >
              {dot.title && <title>{dot.title}</title>}
            </circle>
          ),
      )}
    </svg>
  );
}

/** A stretch of a line: from and to which day, how high of 100. */
export type Stretch = readonly [from: number, to: number, height: number];

const PAD = 4;

/** How a price went over so many days: level in each stretch, broken where it was not read. */
export function Spark({ line, days, height }: { line: readonly Stretch[]; days: number; height: number }) {
  const y = (value: number) => PAD + (1 - value / 100) * (height - 2 * PAD);
  const places = line.flatMap(([from, to, value], index) => {
    const meets = line[index - 1]?.[1] === from;
    return [...(meets ? [] : [null]), { x: from, y: y(value) }, { x: to, y: y(value) }];
  });
  return <LineChart fills width={days} height={height} line={places} label="" />;
}

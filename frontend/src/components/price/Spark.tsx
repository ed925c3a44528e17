import styles from "./price.module.css";

/** A stretch of a line: from and to which day, how high of 100. */
export type Stretch = readonly [from: number, to: number, height: number];

const PAD = 4;

/** The path of a price's stretches over so many days; it is broken where it was not read. */
export function sparkPath(line: readonly Stretch[], height: number): string {
  const y = (value: number) => Math.round((PAD + (1 - value / 100) * (height - 2 * PAD)) * 10) / 10;
  return line
    .map(([from, to, value], index) => {
      const meets = index > 0 && line[index - 1]?.[1] === from;
      return `${meets ? "V" : `M${from} `}${y(value)}H${to}`;
    })
    .join("");
}

interface SparkProps {
  line: readonly Stretch[];
  days: number;
  height: number;
  /** What it shows; "" where the words beside it say that. */
  label: string;
}

/** A small chart without axes: how a price went. */
export function Spark({ line, days, height, label }: SparkProps) {
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${days} ${height}`}
      style={{ blockSize: height }}
      preserveAspectRatio="none"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <path d={sparkPath(line, height)} className={styles.sparkLine} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

import { useState } from "react";
import { LINE_PX, lineWindow, VIEWPORT_PX } from "./virtualWindow";
import styles from "./log.module.css";

interface VirtualLogProps {
  lines: readonly string[];
  label: string;
}

/** Wide enough for a line of this length to fit its two rows (in characters): nothing is cut off. */
function lineWidth(characters: number): number {
  return Math.ceil(characters / 2) + 24;
}

/** A log of any length of which only the lines in sight are in the page. */
export function VirtualLog({ lines, label }: VirtualLogProps) {
  const [scrollTop, setScrollTop] = useState(0);
  const { first, end } = lineWindow(scrollTop, lines.length);
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  if (lines.length === 0) return <p className={styles.empty}>The log is empty.</p>;
  return (
    <div
      className={styles.viewport}
      style={{ height: VIEWPORT_PX }}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      role="log"
      aria-label={label}
      aria-live="off"
      tabIndex={0}
    >
      <div
        className={styles.canvas}
        style={{ height: lines.length * LINE_PX, width: `max(100%, ${lineWidth(longest)}ch)` }}
      >
        {lines.slice(first, end).map((line, offset) => (
          <div
            key={first + offset}
            className={styles.line}
            style={{ height: LINE_PX, top: (first + offset) * LINE_PX }}
          >
            <span className={styles.number}>{first + offset + 1}</span>
            <span className={styles.text} title={line}>
              {line}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

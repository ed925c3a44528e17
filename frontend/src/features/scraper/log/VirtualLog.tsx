import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { withSiteTime } from "../../../lib/time";
import styles from "./log.module.css";

/** Spec §9: the log's viewport is 500 px tall with 50 px a line. */
const LINE_PX = 50;
const VIEWPORT_PX = 500;
const OVERSCAN_LINES = 4;

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
  const viewport = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler memoizes this component
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => LINE_PX,
    overscan: OVERSCAN_LINES,
    initialRect: { width: 0, height: VIEWPORT_PX },
  });
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  if (lines.length === 0) return <p className="py-5 px-0 muted">The log is empty.</p>;
  return (
    <div
      ref={viewport}
      className={styles.viewport}
      style={{ height: VIEWPORT_PX }}
      role="log"
      aria-label={label}
      aria-live="off"
      tabIndex={0}
    >
      <div
        className={styles.canvas}
        style={{ height: virtualizer.getTotalSize(), width: `max(100%, ${lineWidth(longest)}ch)` }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div key={index} className={styles.line} style={{ height: LINE_PX, top: start }}>
            <span className={styles.number}>{index + 1}</span>
            <span className={styles.text} title={lines[index]}>
              {withSiteTime(lines[index] ?? "")}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

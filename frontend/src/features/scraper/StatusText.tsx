import { useEffect, useRef } from "react";
import { useStatusPoll } from "./useStatusPoll";
import styles from "./table.module.css";

/** Nearer than this to its end (px), the box follows new text. */
const FOLLOW_PX = 40;

/** The end of a running log in a scrolling box that follows unless it was scrolled up. */
export function StatusText({ cmd, polling }: { cmd: string; polling: boolean }) {
  const status = useStatusPoll(cmd, polling);
  const box = useRef<HTMLPreElement>(null);
  const follow = useRef(true);
  useEffect(() => {
    if (box.current && follow.current) box.current.scrollTop = box.current.scrollHeight;
  }, [status]);
  return (
    <pre
      ref={box}
      className={styles.status}
      role="log"
      aria-label="Status"
      aria-live="off"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        follow.current = scrollHeight - scrollTop - clientHeight < FOLLOW_PX;
      }}
    >
      {status || "Waiting for the log…"}
    </pre>
  );
}

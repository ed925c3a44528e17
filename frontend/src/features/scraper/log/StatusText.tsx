import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { messageOf } from "../../../lib/api/client";
import { fetchStatus } from "../api/processes";
import { lastCharacters, logNameOf } from "./logTail";
import styles from "../table.module.css";

/** Nearer than this to its end (px), the box follows new text. */
const FOLLOW_PX = 40;

/** Spec §7: how often an expanded process asks for its status text (ms), each time after an answer. */
const STATUS_POLL_MS = 1000;

/** The end of a running process's log; polled while `active`. */
function useStatus(cmd: string, active: boolean): string {
  const name = logNameOf(cmd);
  const { data = "", error } = useQuery({
    queryKey: ["status", name],
    queryFn: async ({ signal }) => lastCharacters(await fetchStatus(name, signal)),
    enabled: active,
    refetchInterval: STATUS_POLL_MS,
  });
  return error ? messageOf(error) : data;
}

/** The end of a running log in a scrolling box that follows unless it was scrolled up. */
export function StatusText({ cmd, polling }: { cmd: string; polling: boolean }) {
  const status = useStatus(cmd, polling);
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

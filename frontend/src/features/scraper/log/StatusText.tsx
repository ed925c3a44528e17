import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { messageOf } from "../../../lib/api/client";
import { withSiteTime } from "../../../lib/time";
import { fetchStatus } from "../api/processes";
import { lastCharacters, logNameOf } from "./logTail";
import styles from "../table.module.css";

/** Nearer than this to its end (px), the box follows new text. */
const FOLLOW_PX = 40;

/** Spec §7: how often an expanded process asks for its status text (ms), each time after an answer. */
const STATUS_POLL_MS = 1000;

/** The end of a process's log; polled while `active`, and asked for once more when it has ended. */
function useStatus(cmd: string, active: boolean, ended: boolean): string {
  const name = logNameOf(cmd);
  const { data = "", error } = useQuery({
    queryKey: ["status", name, ended],
    queryFn: async ({ signal }) => lastCharacters(await fetchStatus(name, signal)),
    enabled: active,
    placeholderData: keepPreviousData,
    refetchInterval: !ended && STATUS_POLL_MS,
  });
  return error ? messageOf(error) : data;
}

/** The end of a running log in a scrolling box that follows unless it was scrolled up. */
export function StatusText({ cmd, polling, ended }: { cmd: string; polling: boolean; ended: boolean }) {
  const status = useStatus(cmd, polling, ended);
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
      {status.split("\r\n").map(withSiteTime).join("\n") || "Waiting for the log…"}
    </pre>
  );
}

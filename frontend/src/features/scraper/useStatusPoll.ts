import { useEffect, useState } from "react";
import { messageOf } from "../../lib/api";
import { fetchStatus } from "./api";
import { lastCharacters, logNameOf } from "./logTail";

/** Spec §7: how often an expanded process asks for its status text (ms). */
export const STATUS_POLL_MS = 1000;

/**
 * The end of a running process's log. Asks again 1,000 ms after each answer while `active`, so slow
 * answers never pile up; leaving stops it.
 */
export function useStatusPoll(cmd: string, active: boolean): string {
  const [status, setStatus] = useState("");
  useEffect(() => {
    if (!active) return undefined;
    const abort = new AbortController();
    let timer = 0;
    const show = (text: string) => {
      if (abort.signal.aborted) return;
      setStatus(lastCharacters(text));
      timer = window.setTimeout(ask, STATUS_POLL_MS);
    };
    const ask = () => {
      fetchStatus(logNameOf(cmd), abort.signal).then(show, (error: unknown) => show(messageOf(error)));
    };
    ask();
    return () => {
      abort.abort();
      window.clearTimeout(timer);
    };
  }, [cmd, active]);
  return status;
}

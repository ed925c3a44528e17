import { useEffect, useState } from "react";
import type { Health } from "../../lib/api-schema";
import { fetchHealth } from "./api";
import { noticeOf } from "./indexNotice";
import styles from "./scraper.module.css";

/** How often the state is asked for (ms). */
const ASKED_MS = 60_000;

/** What happened to the search index lately, or is wrong with the service now; nothing while all is well. */
export function IndexNotice() {
  const [health, setHealth] = useState<Health | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const ask = () => {
      fetchHealth(abort.signal).then(setHealth, () => undefined);
    };
    ask();
    const timer = window.setInterval(ask, ASKED_MS);
    return () => {
      abort.abort();
      window.clearInterval(timer);
    };
  }, []);
  const notice = health && noticeOf(health, new Date());
  return (
    <p role="status" className={notice ? styles.notice : undefined}>
      {notice}
    </p>
  );
}

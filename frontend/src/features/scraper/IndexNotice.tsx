import { useQuery } from "@tanstack/react-query";
import { operatorApi } from "../../lib/api/operator/api";
import { get } from "../../lib/api/query";
import { noticeOf } from "./indexNotice";
import styles from "./scraper.module.css";

/** How often the state is polled (ms). */
const ASKED_MS = 60_000;

/** What happened to the search index lately, or is wrong with the service now; nothing while all is well. */
export function IndexNotice() {
  const { data: health } = useQuery({
    ...get("/api/health", {}, operatorApi),
    refetchInterval: ASKED_MS,
  });
  const notice = health && noticeOf(health, new Date());
  return (
    <p role="status" className={notice ? styles.notice : undefined}>
      {notice}
    </p>
  );
}

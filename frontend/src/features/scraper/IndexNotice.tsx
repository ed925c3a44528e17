import { useQuery } from "@tanstack/react-query";
import { operatorApi } from "../../lib/api/operator/api";
import { get } from "../../lib/api/query";
import type { Health } from "../../lib/api/schema";
import { formatTime } from "../../lib/time";
import styles from "./scraper.module.css";

/** How often the state is polled (ms). */
const ASKED_MS = 60_000;

/** An incident is shown for this long (ms). */
const SHOWN_MS = 24 * 60 * 60 * 1000;

const PARTS: Record<string, string> = { search: "Search", catalogue: "The catalogue", jobs: "The job queue" };

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The operator's line about the service: what is down, what the index lacks, what was repaired since yesterday. */
export function noticeOf(health: Health, now: Date): string {
  const down = Object.keys(health.parts).filter((part) => health.parts[part] === "down");
  const lines = down.map((part) => `${PARTS[part] ?? part} does not answer.`);
  if (health.index.state === "short")
    lines.push("Products are missing from the search index; it is being repaired.");
  const { worker, outbox } = health;
  if (worker.state === "silent" || worker.state === "failing")
    lines.push(`Jobs are not done${worker.message === "" ? "" : `: ${worker.message}`}.`);
  if (worker.browsersHeld === false)
    lines.push("A worker's Linux is too old (before 6.7) to hold scrapes' browsers to their guard.");
  const { waiting, refused, message, incident } = health.index;
  if (waiting > 0 || refused > 0)
    lines.push(`${message === "" ? "The search index does not take every change" : capitalized(message)}.`);
  else if (outbox.state === "late")
    lines.push(`${String(outbox.pending)} changed products wait to be written to the search index.`);
  if (incident && now.getTime() - Date.parse(incident.at) < SHOWN_MS) {
    lines.push(`${formatTime(incident.at)}: ${incident.message}`);
  }
  return lines.join(" ");
}

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

import type { Health } from "../../lib/api/schema";

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
  if (worker.state === "silent")
    lines.push(`Jobs are not done${worker.message === "" ? "" : `: ${worker.message}`}.`);
  if (worker.browsersHeld === false)
    lines.push("A worker's Linux is too old (before 6.7) to hold scrapes' browsers to their guard.");
  const { waiting, refused, message, incident } = health.index;
  if (waiting > 0 || refused > 0)
    lines.push(`${message === "" ? "The search index does not take every change" : capitalized(message)}.`);
  else if (outbox.state === "late")
    lines.push(`${String(outbox.pending)} changed products wait to be written to the search index.`);
  if (incident && now.getTime() - Date.parse(incident.at) < SHOWN_MS) {
    lines.push(`${new Date(incident.at).toLocaleString()}: ${incident.message}`);
  }
  return lines.join(" ");
}

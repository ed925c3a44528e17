import { DATE_LOCALE } from "./locale";

/** The zone in which operators read times: the site's, once it is known; before that the browser's. */
let zone: string | undefined;

export function readTimesIn(timeZone: string): void {
  zone = timeZone;
}

/** A time of day with its date, in the site's zone; a dash where there is none. */
export function formatTime(iso: string | null): string {
  if (!iso) return "–";
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "–";
  return time.toLocaleString(DATE_LOCALE, { dateStyle: "medium", timeStyle: "medium", timeZone: zone });
}

/** An end's time of day; with its date only where that is not the start's. */
export function formatEnd(startIso: string | null, endIso: string | null): string {
  const end = formatTime(endIso);
  const [date, time] = end.split(", ");
  return time !== undefined && date === formatTime(startIso).split(", ")[0] ? time : end;
}

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/;

/** A log's line with its time as operators read times; the file keeps it in UTC. */
export function withSiteTime(line: string): string {
  return line.replace(STAMP, formatTime);
}

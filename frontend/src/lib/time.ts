import { DATE_LOCALE } from "./catalogue/format";

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

/** "23 Nov", in the site's zone; "" where there is no time. */
export function dayOf(iso: string | null): string {
  return iso
    ? new Date(iso).toLocaleDateString(DATE_LOCALE, { day: "numeric", month: "short", timeZone: zone })
    : "";
}

/** Today in the site's zone, as 2026-11-23. */
export function today(): string {
  return new Date().toLocaleDateString("sv", { timeZone: zone });
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

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

/** Seconds as an operator reads them: `45 s`, `3 min 05 s`, `2 h 10 min`. */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  if (total < 60) return `${total} s`;
  if (total < 3600) return `${Math.floor(total / 60)} min ${pad(total % 60)} s`;
  return `${Math.floor(total / 3600)} h ${pad(Math.floor((total % 3600) / 60))} min`;
}

/** The time from one ISO time to another, or to now, as an operator reads it. */
export function formatElapsed(start: string | null, end: string | null): string {
  const seconds = start ? ((end ? Date.parse(end) : Date.now()) - Date.parse(start)) / 1000 : NaN;
  return Number.isFinite(seconds) ? formatDuration(seconds) : "–";
}

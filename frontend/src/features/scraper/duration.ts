export { formatEnd, formatTime } from "../../lib/time";

/** Seconds as an operator reads them: `45 s`, `3 min 05 s`, `2 h 10 min`. */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  if (total < 60) return `${total} s`;
  if (total < 3600) return `${Math.floor(total / 60)} min ${pad(total % 60)} s`;
  return `${Math.floor(total / 3600)} h ${pad(Math.floor((total % 3600) / 60))} min`;
}

/** Seconds between two ISO times; the second may be missing while a run goes on. */
export function secondsBetween(start: string | null, end: string | null, now: number): number | null {
  if (!start) return null;
  const to = end ? Date.parse(end) : now;
  const seconds = (to - Date.parse(start)) / 1000;
  return Number.isFinite(seconds) ? seconds : null;
}

/** The time from one ISO time to another, or to now, as an operator reads it. */
export function formatElapsed(start: string | null, end: string | null): string {
  const seconds = secondsBetween(start, end, Date.now());
  return seconds === null ? "–" : formatDuration(seconds);
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

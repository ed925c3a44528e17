import { DATE_LOCALE } from "../../../lib/locale";

const dates = new Intl.DateTimeFormat(DATE_LOCALE, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** "4 Mar 2026" for "2026-03-04". */
export function dateText(day: string): string {
  return dates.format(new Date(`${day}T00:00:00Z`));
}

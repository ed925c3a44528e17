import type { InsightPanel, InsightRow } from "../../lib/api/schema";
import { saveFile } from "../../lib/browser/share";
import { DATE_LOCALE, LOCALE } from "../../lib/catalogue/format";
import { formatTime, today } from "../../lib/time";

type Measure = InsightPanel["measures"][number];
export type Unit = Measure["unit"];

const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const TENTH = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 1 });
const DAY = new Intl.DateTimeFormat(DATE_LOCALE, { day: "numeric", month: "short", timeZone: "UTC" });

const WRITTEN: Record<Unit, (value: number) => string> = {
  number: (value) => TENTH.format(value),
  percent: (value) => PERCENT.format(value),
  ms: (value) => `${WHOLE.format(value)} ms`,
  seconds: (value) => `${WHOLE.format(value)} s`,
  ZAR: (value) => `R ${WHOLE.format(value)}`,
  date: (value) => formatTime(new Date(value).toISOString()),
};

/** A value for people; a dash where there is none. */
export function written(value: number | null | undefined, unit: Unit): string {
  return value === null || value === undefined ? "–" : WRITTEN[unit](value);
}

/** How much more or less a number is than before, as " (+12%)"; nothing where that has no meaning. */
export function changeOf(
  now: number | null | undefined,
  before: number | null | undefined,
  unit: Unit,
): string {
  if (typeof now !== "number" || typeof before !== "number" || before === 0 || unit === "date") return "";
  const share = PERCENT.format(now / before - 1);
  return ` (${now > before ? "+" : ""}${share})`;
}

const DAYS: Readonly<Record<string, number>> = { Day: 1, Week: 7 };

/** Whether a row is of a day or a week that is not over. */
function isUnfinished(label: string, by: string | null): boolean {
  const end = new Date(`${label}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + (DAYS[by ?? ""] ?? 0));
  return by !== null && by in DAYS && end.toISOString().slice(0, 10) > today();
}

/** "2026-11-22" as "22 Nov", with "so far" where that is not over; anything else as it is. */
export function shortLabel(label: string, by: string | null): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(label)) return label;
  return `${DAY.format(new Date(`${label}T00:00:00Z`))}${isUnfinished(label, by) ? SO_FAR : ""}`;
}

export const SO_FAR = " so far";

/** What a spreadsheet would take for a formula gets an apostrophe: visitors typed these texts. */
function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const harmless = /^[\s\u00a0\ufeff]*[=+\-@＝＋－＠]/.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** A panel's rows as CSV: numbers as they are, shares 0 to 1, dates as ISO 8601. */
export function csvOf(panel: InsightPanel, rows: readonly InsightRow[]): string {
  const labels = panel.measures.map(({ label }) => label);
  const compared = rows.some(({ before }) => before !== null);
  const earlier = compared ? labels.map((label) => `${label} before`) : [];
  const head = [...(panel.by ? [panel.by] : []), ...labels, ...earlier];
  const lines = rows.map(({ label, values, before }) => {
    const numbers = [...values, ...(compared ? (before ?? labels.map(() => null)) : [])].map(
      (value, index) => {
        const isDate = panel.measures[index % labels.length]?.unit === "date" && value !== null;
        return cell(isDate ? new Date(value).toISOString() : value);
      },
    );
    return [...(panel.by ? [cell(label)] : []), ...numbers].join(",");
  });
  return [head.map(cell).join(","), ...lines, ""].join("\r\n");
}

/** Saves a table as a file; the byte order mark marks it as UTF-8 for spreadsheets. */
export function saveCsv(name: string, text: string): void {
  saveFile(name, new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" }));
}

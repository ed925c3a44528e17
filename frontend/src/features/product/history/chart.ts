import type { PriceStep } from "../../../lib/api/wire";
import { DAY_MS, dayNumber, WINDOW_DAYS } from "../../../components/price/Verdict";
import { DATE_LOCALE } from "../../../lib/catalogue/format";

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

const MOST_MONTHS = 7;
const TICKS = 4;

export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

interface Line {
  path: string;
  soldOut: boolean;
}

/** A place on an axis, in per cent of it, and what stands there. */
export interface Tick {
  at: number;
  value: number;
}

export interface Drawing {
  /** A line for each stretch of one stock, in per cent; they do not meet where it was not read. */
  lines: readonly Line[];
  /** The store's "was" price, where it stated one. */
  ordinary: readonly string[];
  /** From where to where it was in stock or sold out, and the last 90 days where there are more, in per cent. */
  stock: readonly { span: readonly [number, number]; soldOut: boolean }[];
  window: readonly [number, number] | null;
  /** Round amounts, and the first days of months. */
  amounts: readonly Tick[];
  months: readonly Tick[];
  /** How far from the top the last price is. */
  end: number;
  first: number;
  days: number;
}

/** Round amounts around these two: 1, 2, 2.5 or 5 times a power of ten apart. */
export function roundAmounts(low: number, high: number): number[] {
  const least = Math.max(high - low, high / 10, 0.01) / TICKS;
  const power = 10 ** Math.floor(Math.log10(least));
  const size = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= least) ?? least;
  const from = Math.floor(low / size + 1e-9);
  const to = Math.max(Math.ceil(high / size - 1e-9), from + 1);
  return Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * size).toFixed(4)));
}

/** The first days of the months within; every second or third where there are many. */
function monthsOf(first: number, today: number): number[] {
  const date = new Date(first * DAY_MS);
  const months: number[] = [];
  for (let month = date.getUTCMonth(); ; month += 1) {
    const day = Date.UTC(date.getUTCFullYear(), month, 1) / DAY_MS;
    if (day > today) break;
    if (day >= first) months.push(day);
  }
  const every = Math.ceil(months.length / MOST_MONTHS);
  return months.filter((_, index) => (months.length - 1 - index) % every === 0);
}

/** The steps as a drawing. A price holds from the first day's beginning to the last day's end. */
export function drawingOf(steps: readonly PriceStep[], todayText: string): Drawing {
  const today = dayNumber(todayText);
  const first = dayNumber(steps[0]?.first ?? todayText);
  const days = Math.max(1, today + 1 - first);
  const amounts = steps.flatMap(({ price, ordinaryPrice }) => [price, ordinaryPrice ?? price]);
  const ticks = roundAmounts(Math.min(...amounts), Math.max(...amounts));
  const [low, high] = [ticks[0] ?? 0, ticks[ticks.length - 1] ?? 1];
  const round = (value: number) => Math.round(value * 100) / 100;
  const x = (day: number) => round(((day - first) / days) * 100);
  const y = (amount: number) => round(((high - amount) / (high - low)) * 100);
  const spanOf = (step: PriceStep) => [x(dayNumber(step.first)), x(dayNumber(step.last) + 1)] as const;
  const lines = steps.map((step, index) => {
    const [from, to] = spanOf(step);
    const next = steps[index + 1];
    const meets = next !== undefined && dayNumber(next.first) === dayNumber(step.last) + 1;
    const riser = meets ? `V${y(next.price)}` : "";
    return { path: `M${from} ${y(step.price)}H${to}${riser}`, soldOut: step.soldOut };
  });
  const ordinary = steps.flatMap((step) => {
    const [from, to] = spanOf(step);
    return step.ordinaryPrice === null ? [] : [`M${from} ${y(step.ordinaryPrice)}H${to}`];
  });
  return {
    lines,
    ordinary,
    stock: steps.map((step) => ({ span: spanOf(step), soldOut: step.soldOut })),
    window: days > WINDOW_DAYS ? [x(today + 1 - WINDOW_DAYS), 100] : null,
    amounts: ticks.map((value) => ({ at: y(value), value })),
    months: monthsOf(first, today).map((day) => ({ at: x(day), value: day })),
    end: y(steps[steps.length - 1]?.price ?? low),
    first,
    days,
  };
}

/** Whether there is more to draw than one level line. */
export function hasMoved(steps: readonly PriceStep[]): boolean {
  return steps.some(({ price, ordinaryPrice }) => price !== steps[0]?.price || ordinaryPrice !== null);
}

/** The step of a day; undefined where it was not read. */
export function stepOn(steps: readonly PriceStep[], day: number): PriceStep | undefined {
  return steps.find(({ first, last }) => dayNumber(first) <= day && day <= dayNumber(last));
}

/** A row of the table: a step, or the days between two on which it was not read. */
export interface Row {
  first: string;
  last: string;
  step: PriceStep | null;
}

/** The steps with the gaps between them, the newest first. */
export function rowsOf(steps: readonly PriceStep[]): Row[] {
  const rows = steps.flatMap((step, index): Row[] => {
    const own = { first: step.first, last: step.last, step };
    const before = steps[index - 1];
    if (!before) return [own];
    const [from, to] = [dayNumber(before.last) + 1, dayNumber(step.first) - 1];
    return from > to ? [own] : [{ first: dayText(from), last: dayText(to), step: null }, own];
  });
  return rows.reverse();
}

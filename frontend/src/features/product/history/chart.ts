import type { PriceStep } from "../../../lib/api/hits";

const DAY_MS = 86_400_000;
/** The drawing's own units; it is stretched to the width there is. */
export const WIDTH = 1000;
export const HEIGHT = 240;
const PADDING = 16;

/** The number of a day, so that days can be counted. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

interface Line {
  path: string;
  soldOut: boolean;
}

export interface Drawing {
  /** A line for each stretch of one stock; they do not meet where it was not read. */
  lines: readonly Line[];
  /** The store's "was" price, where it stated one. */
  ordinary: readonly string[];
  low: number;
  high: number;
}

interface Scale {
  x: (day: number) => number;
  y: (amount: number) => number;
}

function scaleOf(steps: readonly PriceStep[], today: string, low: number, high: number): Scale {
  const first = dayNumber(steps[0]?.first ?? today);
  const days = Math.max(1, dayNumber(today) + 1 - first);
  const height = HEIGHT - 2 * PADDING;
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    x: (day) => round(((day - first) / days) * WIDTH),
    y: (amount) => round(high === low ? HEIGHT / 2 : PADDING + ((high - amount) / (high - low)) * height),
  };
}

/** The steps as paths. A price holds from the first day's beginning to the last day's end. */
export function drawingOf(steps: readonly PriceStep[], today: string): Drawing {
  const amounts = steps.flatMap(({ price, ordinaryPrice }) => [price, ordinaryPrice ?? price]);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const { x, y } = scaleOf(steps, today, low, high);
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
  return { lines, ordinary, low, high };
}

/** A row of the table: a step, or the days between two on which it was not read. */
export interface Row {
  first: string;
  last: string;
  step: PriceStep | null;
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
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

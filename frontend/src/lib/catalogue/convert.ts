import type { FilterData } from "../api/wire";
import { amountsOf, spanOf, valuesOf, type Amounts } from "./price";

/** Two digits say enough: of rates nobody expects cents. */
function rounded(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(amount, 1))) - 1);
  return Math.round(amount / unit) * unit;
}

/** Of numbers in their order, the one that an amount is nearest to by their ratio; 0 is only near 0. */
function nearest(amount: number, ends: readonly number[]): number {
  if (amount === 0 || amount === Number.POSITIVE_INFINITY) return amount;
  const away = (end: number) => Math.abs(Math.log(end / amount));
  return ends.reduce((best, end) => (away(end) < away(best) ? end : best));
}

/** The bands of another currency that a converted band is nearest to; none where it is within one. */
function bandsOf({ low, high }: Amounts, data: FilterData, currency: string): string[] {
  const bands = data.priceBands[currency] ?? [];
  const ends = bands.flatMap(({ max }) => max ?? []);
  const [from, to] = [low, high ?? Number.POSITIVE_INFINITY].map((amount) => nearest(amount, ends));
  const isIn = (min: number, max: number | null) =>
    min >= (from ?? 0) && (max ?? Number.POSITIVE_INFINITY) <= (to ?? 0);
  return bands.filter(({ min, max }) => isIn(min, max)).map(({ value }) => value);
}

/**
 * The price filter's values in another currency: bands become the nearest ones, where each has any,
 * and everything else an amount. None without rates.
 */
export function convertedPrice(
  values: readonly string[],
  data: FilterData,
  from: string,
  to: string,
): string[] {
  const [before, after] = [data.rates[from], data.rates[to]];
  const span = spanOf(values);
  if (!before || !after || span === null) return [];
  const inOther = ({ low, high }: Amounts): Amounts => ({
    low: (low * after) / before,
    high: high === null ? null : (high * after) / before,
  });
  const isBand = (value: string) => data.priceBands[from]?.some((band) => band.value === value) ?? false;
  const bands = values.map((value) => {
    const amounts = amountsOf(value);
    return amounts && isBand(value) ? bandsOf(inOther(amounts), data, to) : [];
  });
  if (bands.every((found) => found.length > 0)) return [...new Set(bands.flat())];
  const { low, high } = inOther(span);
  return valuesOf({ low: rounded(low), high: high === null ? null : Math.max(1, rounded(high)) });
}

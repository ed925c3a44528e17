import type { FilterData } from "../api/wire";

/** A chosen price: from `low`, up to `high`; null is no limit. Whole amounts of the visitor's currency. */
export interface Amounts {
  low: number;
  high: number | null;
}

/** Reads a value of the price filter, a band's or one between two amounts ("250-800", "1000-"). */
export function amountsOf(value: string): Amounts | null {
  const [, low, high] = /^(\d{1,9})-(\d{1,9})?$/.exec(value) ?? [];
  return low === undefined ? null : { low: Number(low), high: high === undefined ? null : Number(high) };
}

/** The price filter's values for two amounts, which may come in either order: one, or none for any price. */
export function valuesOf({ low, high }: Amounts): string[] {
  if (high === null) return low === 0 ? [] : [`${low}-`];
  return [`${Math.min(low, high)}-${Math.max(low, high)}`];
}

/** What the values span together; null where there are none. */
export function spanOf(values: readonly string[]): Amounts | null {
  const all = values.map(amountsOf).filter((amounts) => amounts !== null);
  if (all.length === 0) return null;
  const highs = all.map(({ high }) => high ?? Number.POSITIVE_INFINITY);
  const high = Math.max(...highs);
  return { low: Math.min(...all.map(({ low }) => low)), high: Number.isFinite(high) ? high : null };
}

/** The values that may be chosen together: bands, or one price between amounts, the last one. */
export function onePrice(values: readonly string[], data: FilterData, currency: string): readonly string[] {
  const isBand = (value: string) => data.priceBands[currency]?.some((band) => band.value === value) ?? false;
  const last = values.at(-1);
  if (last === undefined || values.every(isBand)) return values;
  return isBand(last) ? values.filter(isBand) : [last];
}

const AMOUNT = /^(?:R|\$|€)?(\d{1,3}(?:[.,]\d{3})+|\d{1,10})(?:[.,](\d{1,2}))?$/;

/**
 * A number as it was typed, "499", "R 1 299,50" or "1,299.50"; null where it is none. Three digits
 * behind a sign are thousands, one or two are cents.
 */
export function typedNumber(text: string): number | null {
  const [, whole, cents = "0"] = AMOUNT.exec(text.replaceAll(/\s/g, "")) ?? [];
  return whole === undefined ? null : Number(`${whole.replaceAll(/[.,]/g, "")}.${cents}`);
}

/** The same, where it is to be above 0. */
export function typedAmount(text: string): number | null {
  return typedNumber(text) || null;
}

export const NO_AMOUNT = "An amount above 0, such as 499";

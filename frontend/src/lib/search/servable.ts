import { filterType, labelOf } from "../api/catalogue";
import type { FilterData, FilterType } from "../api/wire";
import { type Amounts, amountsOf, onePrice, spanOf, valuesOf } from "./price";
import { folded, type Filters, inCurrency, OWN_CURRENCY, type SearchState, withValues } from "./searchState";

/** Two digits are enough: rates are not read to the cent. */
function roundPrice(amount: number): number {
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
  return valuesOf({ low: roundPrice(low), high: high === null ? null : Math.max(1, roundPrice(high)) });
}

/** A listed filter's value in its present spelling ("Men's" and "mens" are "men"); null for what is none. */
function present(filter: FilterType, value: string): string | null {
  if (filter.kind === "bands") return amountsOf(value) && value;
  const { options } = filter;
  if (options.length === 0 || options.some((option) => option.value === value)) return value;
  const like = folded(value);
  const same = (text: string) => like !== "" && folded(text) === like;
  return options.find((option) => same(option.label) || same(option.value))?.value ?? null;
}

/** The price in another currency, where there are rates; without, it means nothing and leaves. */
function normalizePrice(state: SearchState, registry: FilterData, currency: string): SearchState {
  const prices = state.filters.price ?? [];
  const from = state.currency ?? OWN_CURRENCY;
  if (prices.length === 0 || from === currency) return state;
  const price = convertedPrice(prices, registry, from, currency);
  if (price.length === 0) return inCurrency(state, currency);
  return {
    ...withValues(state, "price", price),
    page: state.page,
    currency: currency === OWN_CURRENCY ? null : currency,
  };
}

/** The state with the filters and values that there are, and with values that can be chosen together. */
export function normalize(state: SearchState, registry: FilterData, currency: string): SearchState {
  const read = normalizePrice(state, registry, currency);
  const kept = Object.entries(read.filters).flatMap(([attribute, values]): [string, readonly string[]][] => {
    const filter = filterType(registry, attribute);
    if (!filter) return [];
    const there = values.map((value) => present(filter, value)).filter((value) => value !== null);
    const distinct = [...new Set(there)];
    const chosen = filter.kind === "bands" ? onePrice(distinct, registry, currency) : distinct;
    return chosen.length > 0 ? [[attribute, chosen]] : [];
  });
  const filters: Filters = Object.fromEntries(kept);
  return JSON.stringify(filters) === JSON.stringify(read.filters) ? read : { ...read, filters };
}

/** What an address names that is no choice of a filter any more, as "Gender: mens". */
export function unknownIn(state: SearchState, registry: FilterData): string[] {
  return Object.entries(state.filters).flatMap(([attribute, values]) => {
    const filter = filterType(registry, attribute);
    const unknown = filter ? values.filter((value) => present(filter, value) === null) : [];
    return unknown.map((value) => `${filter?.label ?? attribute}: ${value}`);
  });
}

/** What a search's price is called. */
export function priceLabel({ filters }: SearchState, registry: FilterData, currency: string): string {
  return (filters.price ?? []).map((value) => labelOf(registry, "price", value, currency)).join(", ");
}

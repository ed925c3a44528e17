import { filterType, labelOf } from "../api/filterData";
import type { FilterData, FilterType } from "../api/wire";
import { convertedPrice } from "../catalogue/convert";
import { amountsOf, onePrice } from "../catalogue/price";
import { folded } from "./folded";
import { inCurrency, OWN_CURRENCY, withValues, type Filters, type SearchState } from "./searchState";

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
function priced(state: SearchState, registry: FilterData, currency: string): SearchState {
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
export function servable(state: SearchState, registry: FilterData, currency: string): SearchState {
  const read = priced(state, registry, currency);
  const kept = Object.entries(read.filters).flatMap(([attribute, values]): [string, readonly string[]][] => {
    const filter = filterType(registry, attribute);
    if (!filter) return [];
    const known = values.map((value) => present(filter, value)).filter((value) => value !== null);
    const distinct = [...new Set(known)];
    const chosen = filter.kind === "bands" ? onePrice(distinct, registry, currency) : distinct;
    return chosen.length > 0 ? [[attribute, chosen]] : [];
  });
  const filters: Filters = Object.fromEntries(kept);
  return JSON.stringify(filters) === JSON.stringify(read.filters) ? read : { ...read, filters };
}

/** What an address asks for that is no choice of a filter any more, as "Gender: mens". */
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

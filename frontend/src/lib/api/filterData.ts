import { formatMoney } from "../catalogue/format";
import { amountsOf } from "../catalogue/price";
import { isCurrency } from "../visitor/session";
import { inlinedState } from "./inlined";
import { get, cachedData, type Query } from "./query";
import type { FilterData, FilterOption, FilterType } from "./wire";

/** The filter registry of the server, loaded once: the panel, chips and queries read it. */
export function filtersQuery(): Query<FilterData> {
  const query = cachedData(get("/api/filters", {}), inlinedState().filters);
  return { ...query, staleTime: Infinity, gcTime: Infinity };
}

export function filterType(data: FilterData, attribute: string): FilterType | undefined {
  return data.filters.find((filter) => filter.attribute === attribute);
}

/** The options of a filter; none where the registry does not have it or list any. */
export function optionsOf(data: FilterData, attribute: string): readonly FilterOption[] {
  return filterType(data, attribute)?.options ?? [];
}

/** Values by filter, in the server's order: sizes as sizes go. */
export type Orders = Readonly<Record<string, readonly string[]>>;

/** The registry with the values of ordered filters, which only an answer has, as their options. */
export function inOrder(data: FilterData, orders: Orders): FilterData {
  const ordered = (filter: FilterType): FilterType => {
    const values = orders[filter.attribute];
    return values
      ? { ...filter, options: values.map((value, order) => ({ value, label: value, order })) }
      : filter;
  };
  return Object.keys(orders).length === 0 ? data : { ...data, filters: data.filters.map(ordered) };
}

function amountsLabel(value: string, currency: string): string {
  const amounts = amountsOf(value);
  if (amounts === null || !isCurrency(currency)) return value;
  const low = formatMoney(amounts.low, currency);
  if (amounts.high === null) return `${low} and up`;
  const high = formatMoney(amounts.high, currency);
  return amounts.low === 0 ? `Up to ${high}` : `${low} – ${high}`;
}

/** What people call a value; brands, and values the registry does not list, are their own label. */
export function labelOf(data: FilterData, attribute: string, value: string, currency: string): string {
  if (attribute === "price") {
    const band = data.priceBands[currency]?.find((other) => other.value === value);
    return band?.label ?? amountsLabel(value, currency);
  }
  return optionsOf(data, attribute).find((option) => option.value === value)?.label ?? value;
}

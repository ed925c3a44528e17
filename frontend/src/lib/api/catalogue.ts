import { formatMoney } from "../catalogue/format";
import { amountsOf } from "../search/price";
import { isCurrency, useSession } from "../visitor/session";
import { inlinedState } from "./inlined";
import { cachedData, type Data, get, loadData, onReload, type Query, useData } from "./query";
import type { FilterData, FilterOption, FilterType, Landing } from "./wire";
import { useEffect } from "react";

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

/** The carousels: inlined in the page by the server; fetched where they are not, or on a reload. */
export function useLanding(): Data<Landing> {
  // Every hit carries its price in all currencies: only the country changes the answer.
  const { countryCode } = useSession();
  const { landing, countryCode: ofCountry } = inlinedState();
  const query = get("/api/landing", { params: { query: { countryCode } } });
  const before = countryCode === ofCountry ? landing : undefined;
  const loaded = useData({ ...cachedData(query, before), staleTime: Infinity, gcTime: Infinity });
  const { reload } = loaded;
  useEffect(() => onReload(reload), [reload]);
  return loaded;
}

/** What stands below the landing screen's carousels: arrivals, price drops, stores. */
export function useLandingMore() {
  const query = useSession();
  return useData(get("/api/landing/more", { params: { query } }));
}

/** The filter registry. */
export const useFilters = (): Data<FilterData> => useData(filtersQuery());

/** The filter registry once something else has requested it: the landing screen does without. */
export const useFiltersThere = (): FilterData | undefined =>
  useData({ ...filtersQuery(), enabled: false }).data;

export const loadFilters = (): Promise<FilterData> => loadData(filtersQuery());

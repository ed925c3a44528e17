import { apiGet } from "./api";
import { inlinedState } from "./inlined";
import { createResource } from "./resource";
import type { FilterData, FilterType } from "./wire";

/** The filter registry of the server, loaded once: the panel, chips and queries read it. */
export const filterData = createResource(
  () => apiGet<FilterData>("filters"),
  () => inlinedState().filters,
);

export function filterType(data: FilterData, attribute: string): FilterType | undefined {
  return data.filters.find((filter) => filter.attribute === attribute);
}

export function attributesOf(data: FilterData): ReadonlySet<string> {
  return new Set(data.filters.map((filter) => filter.attribute));
}

/** What people call a value; brands, and values the registry does not list, are their own label. */
export function labelOf(data: FilterData, attribute: string, value: string, currency: string): string {
  if (attribute === "price") {
    const band = data.priceBands[currency]?.find((candidate) => candidate.value === value);
    return band?.label ?? value;
  }
  const option = filterType(data, attribute)?.options.find((candidate) => candidate.value === value);
  return option?.label ?? value;
}

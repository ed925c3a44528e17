import { childrenOf } from "../../../../lib/catalogue/worlds";
import { filterType } from "../../../../lib/api/filterData";
import { countChosen, folded, isChosen, type SearchState } from "../../../../lib/search/searchState";
import type { FilterData, FilterOption, FilterType } from "../../../../lib/api/wire";

/** Products by facet value, under all other filters; null until the first answer. */
export type Counts = Readonly<Record<string, number>> | null;
/** The counts of one filter attribute. */
export type CountsOf = (attribute: string) => Counts;

/** One line of an options list. */
export interface OptionView extends FilterOption {
  count: number | null;
  chosen: boolean;
}

export function matching<T extends { label: string }>(options: readonly T[], text: string): T[] {
  const wanted = folded(text);
  return wanted === "" ? [...options] : options.filter((option) => folded(option.label).includes(wanted));
}

/** Whether a filter is shown: an optional one only where products of the search carry it. */
export function isOffered(filter: FilterType, state: SearchState, counts: Counts): boolean {
  if (!filter.optional || counts === null || countChosen(state, filter.attribute) > 0) return true;
  if (filter.kind === "switch") return (counts[filter.options[0]?.value ?? "true"] ?? 0) > 0;
  return Object.values(counts).some((count) => count > 0);
}

function bandOptions(data: FilterData, currency: string): FilterOption[] {
  return (data.priceBands[currency] ?? []).map(({ value, label }, order) => ({ value, label, order }));
}

/** Values that only the counts have (brands): most products first. */
function countedOptions(counts: Counts): FilterOption[] {
  return Object.entries(counts ?? {})
    .sort(([a, left], [b, right]) => right - left || a.localeCompare(b))
    .map(([value], order) => ({ value, label: value, order }));
}

function withChosen(options: FilterOption[], chosen: readonly string[]): FilterOption[] {
  const missing = chosen.filter((value) => !options.some((option) => option.value === value));
  return [...missing.map((value, order) => ({ value, label: value, order })), ...options];
}

function listedOptions(data: FilterData, filter: FilterType, counts: Counts, currency: string) {
  if (filter.kind === "bands") return bandOptions(data, currency);
  return filter.options.length > 0 ? filter.options : countedOptions(counts);
}

/** Values without products are hidden; chosen ones can be taken back. */
function isShown(option: OptionView): boolean {
  return option.chosen || option.count !== 0;
}

export function viewOf(
  option: FilterOption,
  attribute: string,
  state: SearchState,
  counts: Counts,
): OptionView {
  return {
    ...option,
    count: counts === null ? null : (counts[option.value] ?? 0),
    chosen: isChosen(state, attribute, option.value),
  };
}

/** A type's options as the panel lists them, with counts and choice. */
export function optionViews(
  data: FilterData,
  filter: FilterType,
  state: SearchState,
  counts: Counts,
  currency: string,
): OptionView[] {
  const listed = listedOptions(data, filter, counts, currency);
  const options =
    filter.options.length > 0 || filter.kind === "bands"
      ? listed
      : withChosen(listed, state.filters[filter.attribute] ?? []);
  return options
    .map((option) => viewOf(option, filter.attribute, state, counts))
    .filter(isShown)
    .sort((a, b) => a.order - b.order);
}

/** The children of a category; without `all`, only those with products or chosen. */
export function categoryViews(
  data: FilterData,
  parent: string | null,
  state: SearchState,
  counts: Counts,
  all: boolean,
): OptionView[] {
  const filter = filterType(data, "category");
  if (!filter) return [];
  return childrenOf(filter.options, parent)
    .map((option) => viewOf(option, "category", state, counts))
    .filter((option) => all || option.chosen || option.count !== 0);
}

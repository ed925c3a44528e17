import { childrenOf } from "../../../../lib/catalogue/worlds";
import { useSearchState } from "../../../../lib/search/SearchProvider";
import { optionsOf } from "../../../../lib/api/catalogue";
import { useSession } from "../../../../lib/visitor/session";
import { useAnswer } from "../../engine/answer";
import { countChosen, folded, isChosen, type SearchState } from "../../../../lib/search/searchState";
import type { FilterData, FilterOption, FilterType } from "../../../../lib/api/wire";

/** Products by facet value, under all other filters; null until the first answer. */
export type Counts = Readonly<Record<string, number>> | null;

/** One line of an options list. */
export interface OptionView extends FilterOption {
  count: number | null;
  chosen: boolean;
}

export function matching<T extends { label: string }>(options: readonly T[], text: string): T[] {
  const wanted = folded(text);
  return wanted === "" ? [...options] : options.filter((option) => folded(option.label).includes(wanted));
}

/** The filters that are shown: an optional one only where products of the search carry it. */
export function useOffered(): FilterType[] {
  const { data, countsOf } = useAnswer();
  const state = useSearchState();
  return data.filters.filter(({ attribute, kind, optional, options }) => {
    const counts = countsOf(attribute);
    if (!optional || counts === null || countChosen(state, attribute) > 0) return true;
    const carried = kind === "switch" ? [counts[options[0]?.value ?? "true"] ?? 0] : Object.values(counts);
    return carried.some((count) => count > 0);
  });
}

/** The options of a filter: its bands, those of the registry, or what the counts have, most products first. */
function listedOptions(
  data: FilterData,
  { attribute, kind, options }: FilterType,
  { filters }: SearchState,
  counts: Counts,
  currency: string,
): readonly FilterOption[] {
  if (kind === "bands") {
    return (data.priceBands[currency] ?? []).map(({ value, label }, order) => ({ value, label, order }));
  }
  if (options.length > 0) return options;
  const counted = Object.entries(counts ?? {})
    .sort(([a, left], [b, right]) => right - left || a.localeCompare(b))
    .map(([value]) => value);
  const missing = (filters[attribute] ?? []).filter((value) => !counted.includes(value));
  return [...missing, ...counted].map((value, order) => ({ value, label: value, order }));
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

/** A type's options as the panel lists them, with counts and choice; chosen ones can be taken back. */
export function optionViews(
  data: FilterData,
  filter: FilterType,
  state: SearchState,
  counts: Counts,
  currency: string,
): OptionView[] {
  return listedOptions(data, filter, state, counts, currency)
    .map((option) => viewOf(option, filter.attribute, state, counts))
    .filter((option) => option.chosen || option.count !== 0)
    .sort((a, b) => a.order - b.order);
}

/** What the panel lists of a filter, under the search and its answer. */
export function useOptionViews(): (filter: FilterType) => OptionView[] {
  const { data, countsOf } = useAnswer();
  const state = useSearchState();
  const { currency } = useSession();
  return (filter) => optionViews(data, filter, state, countsOf(filter.attribute), currency);
}

/** The children of a category; without `all`, only those with products or chosen. */
export function useCategoryViews(parent: string | null, all: boolean): OptionView[] {
  const { data, countsOf } = useAnswer();
  const state = useSearchState();
  return childrenOf(optionsOf(data, "category"), parent)
    .map((option) => viewOf(option, "category", state, countsOf("category")))
    .filter((option) => all || option.chosen || option.count !== 0);
}

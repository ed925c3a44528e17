import type { SearchState } from "../../../../lib/search/searchState";
import type { FilterData } from "../../../../lib/api/wire";
import { DEFAULT_INDEX } from "../../engine/parameters";

interface SortChoice {
  /** As the URL says it; "" is Best match, the default order of a text search. */
  value: string;
  label: string;
}

const NEWEST = "created_desc";

function toValue(index: string): string {
  return index.replace(new RegExp(`^${DEFAULT_INDEX}_`), "");
}

/** The six orders of spec §9, with Best match before them while there is text. */
export function sortChoices(state: SearchState, data: FilterData): SortChoice[] {
  const six = data.sorts
    .filter((sort) => sort.index !== DEFAULT_INDEX)
    .map((sort) => ({ value: toValue(sort.index), label: sort.label }));
  return state.q === "" ? six : [{ value: "", label: "Best match" }, ...six];
}

/** What the select shows: the chosen order, else best match with text and newest first without. */
export function currentSort(state: SearchState): string {
  return state.sort ?? (state.q === "" ? NEWEST : "");
}

import { readAnew, withValues, type SearchState } from "../../../lib/search/searchState";
import type { FilterData, ZeroResultSuggestion } from "../../../lib/api/wire";
import { chipsOf, chipText } from "./bar/chips";

/** A search proposed on an empty page: its label and its number of products. */
interface Proposed {
  key: string;
  label: string;
  total: number;
  change: (base: SearchState) => SearchState;
}

/** What a suggestion gives up, as the chips name it. */
export function givenUp(
  state: SearchState,
  suggestion: ZeroResultSuggestion,
  data: FilterData,
  currency: string,
): string {
  const gone = chipsOf({ ...state, q: "" }, data, currency);
  const without = new Set<string>(suggestion.without);
  return gone
    .filter(({ key }) => without.has(key.slice(0, key.indexOf(":"))))
    .map(chipText)
    .join(", ");
}

function labelOf(
  state: SearchState,
  suggestion: ZeroResultSuggestion,
  data: FilterData,
  currency: string,
): string {
  if (suggestion.without.length > 0) return `Remove ${givenUp(state, suggestion, data, currency)}`;
  if (suggestion.query === "") return `Remove Text: ${state.q}`;
  if (suggestion.query !== state.q) return `Search for “${suggestion.query}”`;
  return state.asTyped && !suggestion.asTyped ? "Correct and complete the text" : "Put back what I removed";
}

function changeOf(suggestion: ZeroResultSuggestion): (base: SearchState) => SearchState {
  return (base) => {
    const kept = suggestion.without.reduce((state, attribute) => withValues(state, attribute, []), base);
    const { dismissed, asTyped } = suggestion;
    return { ...readAnew(kept), q: suggestion.query, dismissed, asTyped, page: 1 };
  };
}

/** The server's suggestions in the visitor's words. */
export function suggestionsOf(
  state: SearchState,
  suggestions: readonly ZeroResultSuggestion[],
  data: FilterData,
  currency: string,
): Proposed[] {
  return suggestions.map((suggestion) => {
    const label = labelOf(state, suggestion, data, currency);
    return { key: label, label, total: suggestion.total, change: changeOf(suggestion) };
  });
}

import { readAnew, withValues, type SearchState } from "../../../lib/search/searchState";
import type { FilterData, Way } from "../../../lib/api/wire";
import { chipsOf, chipText } from "./bar/chips";

/** A search proposed on an empty page: its label and its number of products. */
interface WayOn {
  key: string;
  label: string;
  total: number;
  change: (base: SearchState) => SearchState;
}

/** What a way gives up, as the chips name it. */
export function givenUp(state: SearchState, way: Way, data: FilterData, currency: string): string {
  const gone = chipsOf({ ...state, q: "" }, data, currency);
  const without = new Set<string>(way.without);
  return gone
    .filter(({ key }) => without.has(key.slice(0, key.indexOf(":"))))
    .map(chipText)
    .join(", ");
}

function labelOf(state: SearchState, way: Way, data: FilterData, currency: string): string {
  if (way.without.length > 0) return `Remove ${givenUp(state, way, data, currency)}`;
  if (way.query === "") return `Remove Text: ${state.q}`;
  if (way.query !== state.q) return `Search for “${way.query}”`;
  return state.asTyped && !way.asTyped ? "Correct and complete the text" : "Put back what I removed";
}

function changeOf(way: Way): (base: SearchState) => SearchState {
  return (base) => {
    const kept = way.without.reduce((state, attribute) => withValues(state, attribute, []), base);
    const { notUnderstood, asTyped } = way;
    return { ...readAnew(kept), q: way.query, notUnderstood, asTyped, page: 1 };
  };
}

/** The server's ways in the visitor's words. */
export function waysOn(
  state: SearchState,
  ways: readonly Way[],
  data: FilterData,
  currency: string,
): WayOn[] {
  return ways.map((way) => {
    const label = labelOf(state, way, data, currency);
    return { key: label, label, total: way.total, change: changeOf(way) };
  });
}

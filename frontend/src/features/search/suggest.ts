import { apiGet } from "../../lib/api";
import { withValues, type SearchState } from "../../lib/searchState";
import type { Suggestions } from "../../lib/wire";

export interface Suggestion {
  key: string;
  kind: "Recent" | "Category" | "Brand" | "Product";
  label: string;
  /** The search it stands for, from a state in which the text is already taken. */
  change: (base: SearchState) => SearchState;
}

export const SHORTEST_TEXT = 2;

function textSuggestion(kind: "Recent" | "Product", label: string): Suggestion {
  return { key: `${kind}:${label}`, kind, label, change: (base) => ({ ...base, q: label, page: 1 }) };
}

function filterSuggestion(
  kind: "Category" | "Brand",
  attribute: string,
  value: string,
  label: string,
): Suggestion {
  const change = (base: SearchState) => withValues({ ...base, q: "", filters: {} }, attribute, [value]);
  return { key: `${kind}:${value}`, kind, label, change };
}

/** Recent searches that go on from what was typed. */
export function recentSuggestions(recent: readonly string[], text: string): Suggestion[] {
  const start = text.trim().toLowerCase();
  return recent
    .filter((old) => old.toLowerCase().startsWith(start) && old.toLowerCase() !== start)
    .map((old) => textSuggestion("Recent", old));
}

/** The server's suggestions, categories and brands before products. */
export function serverSuggestions(answer: Suggestions): Suggestion[] {
  const names = [...new Set(answer.products.map((product) => product.name))];
  return [
    ...answer.categories.map(({ value, label }) => filterSuggestion("Category", "category", value, label)),
    ...answer.brands.map((brand) => filterSuggestion("Brand", "brand", brand, brand)),
    ...names.map((name) => textSuggestion("Product", name)),
  ];
}

export function fetchSuggestions(text: string, signal: AbortSignal): Promise<Suggestions> {
  return apiGet<Suggestions>(`suggest?${new URLSearchParams({ q: text }).toString()}`, { signal });
}

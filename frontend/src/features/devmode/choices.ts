import type { Choice } from "../../components/brandform/choices";
import type { FilterOption } from "../../lib/api/wire";
import { withId } from "./sideFilters";

const cache = new WeakMap<readonly FilterOption[], Choice[]>();

/** Options with database ids, a category's depth shown by dashes (slugs are paths). Made once. */
export function categoryChoices(options: readonly FilterOption[]): Choice[] {
  const known = cache.get(options);
  if (known) return known;
  const choices = withId(options).map(({ id, label, value }) => {
    return { id, label: "– ".repeat(value.split("/").length - 1) + label };
  });
  cache.set(options, choices);
  return choices;
}

/** The deepest of a product's categories; a document holds all ancestors too. */
export function leafOf(slugs: readonly string[]): string | undefined {
  return [...slugs].sort((a, b) => b.split("/").length - a.split("/").length)[0];
}

export function idOf(options: readonly FilterOption[], value: string | undefined): number | null {
  return options.find((option) => option.value === value)?.id ?? null;
}

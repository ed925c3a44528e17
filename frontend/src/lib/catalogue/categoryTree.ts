import type { FilterOption } from "../api/wire";

/** The children of a category slug; of null, the top level. In the registry's order. */
export function childrenOf(options: readonly FilterOption[], parent: string | null): FilterOption[] {
  return options.filter((option) => (option.parent ?? null) === parent).sort((a, b) => a.order - b.order);
}

export function hasChildren(options: readonly FilterOption[], slug: string): boolean {
  return options.some((option) => option.parent === slug);
}

/** From the top down to and including `slug`. Slugs are paths, so that no tree walk is needed. */
export function pathTo(options: readonly FilterOption[], slug: string): FilterOption[] {
  return options
    .filter((option) => slug === option.value || slug.startsWith(`${option.value}/`))
    .sort((a, b) => a.value.length - b.value.length);
}

function related(a: string, b: string): boolean {
  return a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/**
 * The chosen categories after a click on `slug`: chosen ones are removed, a new one replaces its
 * ancestors and descendants, since a document holds its category and all ancestors.
 */
export function toggleCategory(chosen: readonly string[], slug: string): string[] {
  if (chosen.includes(slug)) return chosen.filter((other) => other !== slug);
  return [...chosen.filter((other) => !related(other, slug)), slug];
}

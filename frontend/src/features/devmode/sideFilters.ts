import type { FilterOption } from "../../lib/api/wire";

export interface SideCategory {
  id: number;
  name: string;
  selected: boolean;
  open: boolean;
  subs: { id: number; name: string; selected: boolean }[];
}

/** The options with database ids. */
export function withId(options: readonly FilterOption[]) {
  return options.flatMap((option) => (typeof option.id === "number" ? [{ ...option, id: option.id }] : []));
}

/** Top-level categories with their direct sub-categories, none selected. */
export function sideCategories(options: readonly FilterOption[]): SideCategory[] {
  const stored = withId(options);
  return stored
    .filter((option) => !option.parent)
    .map(({ id, label, value }) => ({
      id,
      name: label,
      selected: false,
      open: false,
      subs: stored
        .filter((option) => option.parent === value)
        .map((option) => ({ id: option.id, name: option.label, selected: false })),
    }));
}

/** A top-level category deselects and closes the others, opens, and takes its sub-categories along. */
export function toggleTop(categories: readonly SideCategory[], id: number): SideCategory[] {
  return categories.map((category) => {
    const selected = category.id === id && !category.selected;
    const subs = category.subs.map((sub) => ({ ...sub, selected }));
    return { ...category, selected, open: category.id === id, subs };
  });
}

/** Sub-categories toggle one by one (spec §4). */
export function toggleSub(categories: readonly SideCategory[], id: number): SideCategory[] {
  return categories.map((category) => ({
    ...category,
    subs: category.subs.map((sub) => (sub.id === id ? { ...sub, selected: !sub.selected } : sub)),
  }));
}

/** Selected sub-categories where a category has any, otherwise the selected category itself. */
export function emittedIds(categories: readonly SideCategory[]): number[] {
  return categories.flatMap((category) => {
    const subs = category.subs.filter((sub) => sub.selected).map((sub) => sub.id);
    if (subs.length > 0) return subs;
    return category.selected ? [category.id] : [];
  });
}

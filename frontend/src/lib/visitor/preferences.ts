import { readStored, writeStored } from "./storage";

/** Spec §9: the key under which the chosen style ids are kept. */
export const SELECTED_STYLES_KEY = "selectedStyles";
const MANUAL_KEY = "manualFiltered";
const SORT_KEY = "sort";
const LARGE_TILES_KEY = "largeTiles";
const RAIL_HIDDEN_KEY = "filtersHidden";

/** The style ids chosen on /style-select; anything unreadable counts as none. */
export function selectedStyleIds(): number[] {
  try {
    const stored: unknown = JSON.parse(readStored(SELECTED_STYLES_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id): id is number => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}

/** Whether the visitor filtered by hand: the stored styles then no longer apply by themselves. */
export function isManuallyFiltered(): boolean {
  return readStored(MANUAL_KEY) === "true";
}

/** Home, Clear all and every filter set it; Continue on /style-select clears it. */
export function setManuallyFiltered(manual: boolean): void {
  writeStored(MANUAL_KEY, manual ? "true" : null);
}

/** The last chosen sort (spec §4): reused when a later search names none. */
export function rememberedSort(): string | null {
  return readStored(SORT_KEY);
}

export function rememberSort(sort: string | null): void {
  writeStored(SORT_KEY, sort);
}

export function prefersLargeTiles(): boolean {
  return readStored(LARGE_TILES_KEY) === "true";
}

export function preferLargeTiles(large: boolean): void {
  writeStored(LARGE_TILES_KEY, large ? "true" : null);
}

/** Whether the lists beside the results are put away: the products then have the whole width. */
export function prefersRailHidden(): boolean {
  return readStored(RAIL_HIDDEN_KEY) === "true";
}

export function preferRailHidden(hidden: boolean): void {
  writeStored(RAIL_HIDDEN_KEY, hidden ? "true" : null);
}

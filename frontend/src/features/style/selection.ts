import { SELECTED_STYLES_KEY } from "../../lib/visitor/preferences";
import { writeStored } from "../../lib/visitor/storage";

/** Keeps the choice for the home page; Skip keeps an empty one. */
export function storeSelectedStyles(ids: readonly number[]): void {
  writeStored(SELECTED_STYLES_KEY, JSON.stringify(ids));
}

/** The selection with one style put in or taken out. */
export function toggled(ids: readonly number[], id: number): number[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}

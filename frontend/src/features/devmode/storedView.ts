import { readStored, writeStored } from "../../lib/visitor/storage";

/** The views of home in development mode (spec §2.5), by their numbers. */
export const VIEWS = ["List", "Grouped", "Flat", "Search Engine", "Search Engine Grouped"] as const;
const DEFAULT_VIEW = 3;
const KEY = "devView";

/** The chosen view's number; the default where none, or none that exists, was stored. */
export function storedView(): number {
  const view = Number(readStored(KEY) ?? DEFAULT_VIEW);
  return view in VIEWS ? view : DEFAULT_VIEW;
}

export function storeView(view: number): void {
  writeStored(KEY, String(view));
}

import { filterData } from "../../lib/filterData";

/** Starts the fetch of the search's code early; a failure shows when the code is needed. */
export function prefetchSearchScreen(): void {
  loadSearchScreen().catch(() => undefined);
}

/** The chunk with InstantSearch: fetched on focus of the box, opening the panel, or a search URL. */
export function loadSearchScreen() {
  filterData.load().catch(() => undefined);
  return import("./SearchScreen");
}

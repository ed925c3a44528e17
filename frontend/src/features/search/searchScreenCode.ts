import { loadFilters } from "../../lib/api/catalogue";
import { lazyScreen } from "../../lib/browser/screen";
import type { SearchScreenProps } from "./SearchScreen";

/** The chunk with InstantSearch: fetched on focus of the box, opening the panel, or a search URL. */
export const SearchScreen = lazyScreen<SearchScreenProps>(() => {
  loadFilters().catch(() => undefined);
  return import("./SearchScreen");
});

/** Starts the fetch of the search's code early. */
export function prefetchSearchScreen(): void {
  void SearchScreen.preload();
}

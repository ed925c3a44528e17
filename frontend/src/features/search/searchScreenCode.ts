import { filterData } from "../../lib/api/filterData";
import { lazyScreen } from "../../lib/browser/screen";
import type { SearchScreenProps } from "./SearchScreen";

/** The chunk with InstantSearch: fetched on focus of the box, opening the panel, or a search URL. */
export const SearchScreen = lazyScreen<SearchScreenProps>(() => {
  filterData.load().catch(() => undefined);
  return import("./SearchScreen");
});

/** Starts the fetch of the search's code early. */
export function prefetchSearchScreen(): void {
  void SearchScreen.preload();
}

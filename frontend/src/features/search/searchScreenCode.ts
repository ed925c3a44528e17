import { filterData } from "../../lib/api/filterData";
import { lazyScreen } from "../../lib/browser/screen";
import { servableCode } from "../../lib/search/servableCode";
import type { SearchScreenProps } from "./SearchScreen";

/** The chunk with InstantSearch: fetched on focus of the box, opening the panel, or a search URL. */
export const SearchScreen = lazyScreen<SearchScreenProps>(() => {
  filterData.load().catch(() => undefined);
  // With the screen: an address is read by it before its first results are asked for.
  return Promise.all([import("./SearchScreen"), servableCode.load()]).then(([screen]) => screen);
});

/** Starts the fetch of the search's code early. */
export function prefetchSearchScreen(): void {
  void SearchScreen.preload();
}

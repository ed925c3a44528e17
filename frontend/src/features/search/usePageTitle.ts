import { useEffect } from "react";
import { useFiltersThere } from "../../hooks/useFilters";
import { labelOf } from "../../lib/api/filterData";
import { isSearched, type SearchState } from "../../lib/search/searchState";
import { useSession } from "../../lib/visitor/session";

const HOME_TITLE = "Winkel – Shop from South African stores";
const MOST_PARTS = 3;

/** Puts the search into the title, so that tabs, history and bookmarks can be distinguished. */
export function usePageTitle(state: SearchState): void {
  const data = useFiltersThere();
  const { currency } = useSession();
  useEffect(() => {
    const values = Object.entries(state.filters).flatMap(([attribute, list]) =>
      list.map((value) => (data ? labelOf(data, attribute, value, currency) : value)),
    );
    const parts = [state.q, ...values].filter((part) => part !== "").slice(0, MOST_PARTS);
    document.title = isSearched(state) ? `${parts.join(", ")} – Winkel` : HOME_TITLE;
  }, [state, data, currency]);
}

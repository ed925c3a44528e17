import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { loadFilters } from "../../hooks/useCatalogue";
import { optionsOf } from "../../lib/api/filterData";
import { isManuallyFiltered, selectedStyleIds } from "../../lib/visitor/preferences";
import { EMPTY_STATE, formatSearch, withValues } from "../../lib/search/searchState";
import { getSession } from "../../lib/visitor/session";

/** The stored styles that have products now: the others would lead to an empty page, each time. */
async function storedStyles(): Promise<string[]> {
  const { fetchFacetCounts } = await import("../../lib/api/search"); // few visitors have chosen any
  const ids = selectedStyleIds();
  const [data, counts] = await Promise.all([loadFilters(), fetchFacetCounts("style", getSession())]);
  const options = optionsOf(data, "style");
  return options
    .filter(({ id, value }) => typeof id === "number" && ids.includes(id) && counts.has(value))
    .map(({ value }) => value);
}

/** The styles chosen on /style-select apply to "/" without a search, unless the visitor filtered by hand. */
export function useStoredStyles(): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (search !== "" || isManuallyFiltered() || selectedStyleIds().length === 0) return undefined;
    let left = false;
    storedStyles().then(
      (slugs) => {
        const next = formatSearch(withValues(EMPTY_STATE, "style", slugs));
        if (!left && next !== "") void navigate({ pathname: "/", search: next }, { replace: true });
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [search, navigate]);
}

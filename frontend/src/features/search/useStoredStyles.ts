import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { filterData, filterType } from "../../lib/filterData";
import { isManuallyFiltered, selectedStyleIds } from "../../lib/preferences";
import { EMPTY_STATE, formatSearch, withValues } from "../../lib/searchState";
import type { FilterData } from "../../lib/wire";

function storedStyles(data: FilterData): string[] {
  const ids = selectedStyleIds();
  const options = filterType(data, "style")?.options ?? [];
  return options.filter(({ id }) => typeof id === "number" && ids.includes(id)).map(({ value }) => value);
}

/** The styles chosen on /style-select apply to a bare "/", unless the visitor filtered by hand. */
export function useStoredStyles(): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (search !== "" || isManuallyFiltered() || selectedStyleIds().length === 0) return undefined;
    let left = false;
    filterData.load().then(
      (data) => {
        const next = formatSearch(withValues(EMPTY_STATE, "style", storedStyles(data)));
        if (!left && next !== "") void navigate({ pathname: "/", search: next }, { replace: true });
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [search, navigate]);
}

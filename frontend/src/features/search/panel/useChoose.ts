import { useCallback } from "react";
import { useSearchActions } from "../../../hooks/searchContext";
import { toggleCategory } from "../../../lib/catalogue/categoryTree";
import { isChosen, toggleValue, withValues } from "../../../lib/search/searchState";
import type { FilterType } from "../../../lib/api/wire";
import { track } from "../../../lib/tracking/track";

/** Chooses a value or takes it back: searches at once, and records an added chip (spec §7). */
export function useChoose() {
  const { commit } = useSearchActions();
  return useCallback(
    (filter: FilterType, { value, label }: { value: string; label: string }) => {
      if (value === "") return;
      commit((base) => {
        if (!isChosen(base, filter.attribute, value))
          track({ brandId: null, groupKey: null, href: `Add filter ${filter.label}: ${label}` });
        if (filter.kind !== "tree") return toggleValue(base, filter.attribute, value);
        return withValues(
          base,
          filter.attribute,
          toggleCategory(base.filters[filter.attribute] ?? [], value),
        );
      });
    },
    [commit],
  );
}

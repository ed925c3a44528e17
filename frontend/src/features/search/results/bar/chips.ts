import { labelOf } from "../../../../lib/api/filterData";
import { withValues, type SearchState } from "../../../../lib/search/searchState";
import type { FilterData } from "../../../../lib/api/wire";

interface Chip {
  key: string;
  /** "Colour" in "Colour: Red". */
  type: string;
  label: string;
  /** The search without this chip. */
  without: (base: SearchState) => SearchState;
}

function valueChips(state: SearchState, data: FilterData, currency: string): Chip[] {
  return data.filters.flatMap(({ attribute, label: type, kind }) =>
    (state.filters[attribute] ?? []).map((value) => ({
      key: `${attribute}:${value}`,
      type,
      label: kind === "switch" ? "Yes" : labelOf(data, attribute, value, currency),
      without: (base: SearchState) =>
        withValues(
          base,
          attribute,
          (base.filters[attribute] ?? []).filter((other) => other !== value),
        ),
    })),
  );
}

/** The removable chips "type: value" (spec §2.3), the searched text first. */
export function chipsOf(state: SearchState, data: FilterData, currency: string): Chip[] {
  const values = valueChips(state, data, currency);
  if (state.q === "") return values;
  const without = (base: SearchState): SearchState => ({ ...base, q: "", page: 1 });
  return [{ key: "q", type: "Text", label: state.q, without }, ...values];
}

export function chipText(chip: Chip): string {
  return `${chip.type}: ${chip.label}`;
}

import { countryName } from "../../../lib/catalogue/format";
import { setCountryCode } from "../../../lib/visitor/session";
import { labelOf } from "../../../lib/api/catalogue";
import { withValues, type SearchState } from "../../../lib/search/searchState";
import type { FilterData } from "../../../lib/api/wire";

interface ChipName {
  key: string;
  /** "Colour" in "Colour: Red". */
  type: string;
  label: string;
}

interface SearchChip extends ChipName {
  /** The search without this chip. */
  without: (base: SearchState) => SearchState;
}

interface SessionChip extends ChipName {
  remove: () => void;
}

function valueChips(state: SearchState, data: FilterData, currency: string): SearchChip[] {
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
export function chipsOf(state: SearchState, data: FilterData, currency: string): SearchChip[] {
  const values = valueChips(state, data, currency);
  if (state.q === "") return values;
  const without = (base: SearchState): SearchState => ({ ...base, q: "", page: 1 });
  return [{ key: "q", type: "Text", label: state.q, without }, ...values];
}

/** The country that products are delivered to: no part of the search, and removable like one. */
export function deliveryChip(countryCode: string): SessionChip[] {
  if (countryCode === "") return [];
  const label = countryName(countryCode);
  return [{ key: "countryCode", type: "Delivers to", label, remove: () => setCountryCode("") }];
}

export function chipText(chip: ChipName): string {
  return `${chip.type}: ${chip.label}`;
}

/** A chip's label alone; of a filter that is only on or off, the filter's. */
export function chipLabel({ type, label }: ChipName): string {
  return label === "Yes" ? type : label;
}

/** The chips of some filters. */
export function chipsIn(
  attributes: readonly string[],
  state: SearchState,
  data: FilterData,
  currency: string,
): SearchChip[] {
  const values = valueChips(state, data, currency);
  return values.filter(({ key }) => attributes.includes(key.slice(0, key.indexOf(":"))));
}

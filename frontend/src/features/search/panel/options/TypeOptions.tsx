import { useSearchActions, useSearchState } from "../../../../hooks/searchContext";
import { countChosen, withValues } from "../../../../lib/search/searchState";
import { useSession } from "../../../../lib/visitor/session";
import type { FilterData, FilterType } from "../../../../lib/api/wire";
import { CategoryOptions } from "./CategoryOptions";
import { CountedOptions } from "./CountedOptions";
import { OptionList } from "./OptionList";
import { OptionRow } from "./OptionRow";
import { optionViews, type CountsOf } from "./options";
import { PriceSlider } from "./PriceSlider";
import { useChoose } from "../useChoose";

/** Spec §3 lists "All" among the values of stock and of item condition; it is the empty one. */
const WITH_ALL: ReadonlySet<string> = new Set(["stock", "type"]);

interface TypeOptionsProps {
  data: FilterData;
  filter: FilterType;
  countsOf: CountsOf;
}

/** The sub-options of one filter type, by its kind. */
export function TypeOptions({ data, filter, countsOf }: TypeOptionsProps) {
  const state = useSearchState();
  const { currency } = useSession();
  const choose = useChoose();
  const { commit } = useSearchActions();
  if (filter.kind === "tree") return <CategoryOptions data={data} filter={filter} countsOf={countsOf} />;
  if (filter.kind === "list" && filter.options.length === 0)
    return <CountedOptions data={data} filter={filter} countsOf={countsOf} />;
  const list = (
    <OptionList
      label={filter.label}
      options={optionViews(data, filter, state, countsOf(filter.attribute), currency)}
      searchable={filter.searchable && undefined}
      onPick={(option) => choose(filter, option)}
    >
      {WITH_ALL.has(filter.attribute) && (
        <OptionRow
          option={{
            value: "",
            label: "All",
            order: -1,
            count: null,
            chosen: countChosen(state, filter.attribute) === 0,
          }}
          onPick={() => commit((base) => withValues(base, filter.attribute, []))}
        />
      )}
    </OptionList>
  );
  if (filter.kind !== "bands") return list;
  return (
    <>
      <PriceSlider data={data} />
      {list}
    </>
  );
}

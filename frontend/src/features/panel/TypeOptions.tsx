import { useSearchState } from "../../hooks/searchContext";
import { useSession } from "../../lib/session";
import type { FilterData, FilterType } from "../../lib/wire";
import { CategoryOptions } from "./CategoryOptions";
import { CountedOptions } from "./CountedOptions";
import { OptionList } from "./OptionList";
import { optionViews, type CountsOf } from "./options";
import { useChoose } from "./useChoose";

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
  if (filter.kind === "tree") return <CategoryOptions data={data} filter={filter} countsOf={countsOf} />;
  if (filter.kind === "list" && filter.options.length === 0)
    return <CountedOptions data={data} filter={filter} countsOf={countsOf} />;
  return (
    <OptionList
      label={filter.label}
      options={optionViews(data, filter, state, countsOf(filter.attribute), currency)}
      searchable={filter.searchable}
      onPick={(option) => choose(filter, option.value, option.label)}
    />
  );
}

import { useState } from "react";
import { useSearchState } from "../../../../hooks/searchContext";
import { useDebounced } from "../../../../hooks/useDebounced";
import { isChosen } from "../../../../lib/search/searchState";
import { useSession } from "../../../../lib/visitor/session";
import { useData } from "../../../../hooks/useData";
import type { FilterData, FilterType } from "../../../../lib/api/wire";
import { searchFacet } from "./facetSearch";
import { OptionsView } from "./OptionList";
import { optionViews, type CountsOf, type OptionView } from "./options";
import { useChoose } from "../useChoose";

const PAUSE_MS = 200;

interface CountedOptionsProps {
  data: FilterData;
  filter: FilterType;
  countsOf: CountsOf;
}

interface Matches {
  /** Null while there is no text, or no answer yet. */
  options: OptionView[] | null;
  /** They match the current text, not an earlier one. */
  current: boolean;
}

/** Matches from the server. An answer that comes late is dropped by useData. */
function useMatches(filter: FilterType, text: string): Matches {
  const state = useSearchState();
  const session = useSession();
  const wanted = useDebounced(text.trim(), PAUSE_MS);
  const { data, loading } = useData({
    queryKey: ["facet", filter.attribute, wanted, state, session],
    queryFn: ({ signal }) => searchFacet(filter.attribute, wanted, state, session, signal),
    enabled: wanted !== "",
  });
  if (text.trim() === "" || !data) return { options: null, current: false };
  const options = data.map(({ value, count }, order) => ({
    value,
    label: value,
    order,
    count,
    chosen: isChosen(state, filter.attribute, value),
  }));
  return { options, current: !loading && wanted === text.trim() };
}

/** Too many values to list (brands): those with most products, and a search over all of them. */
export function CountedOptions({ data, filter, countsOf }: CountedOptionsProps) {
  const state = useSearchState();
  const { currency } = useSession();
  const choose = useChoose();
  const [text, setText] = useState("");
  const matches = useMatches(filter, text);
  const shown = matches.options ?? optionViews(data, filter, state, countsOf(filter.attribute), currency);
  const pick = (option: OptionView) => choose(filter, option);
  const pickFirst = () => {
    const [first] = matches.options ?? [];
    if (first && matches.current) pick(first);
  };
  return (
    <OptionsView
      label={filter.label}
      options={shown}
      searchable
      text={text}
      onText={setText}
      onEnter={pickFirst}
      onPick={pick}
    />
  );
}

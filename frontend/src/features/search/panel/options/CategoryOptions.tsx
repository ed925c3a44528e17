import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../../../../components/icons/Icon";
import { useSearchActions, useSearchState } from "../../../../lib/search/SearchProvider";
import { hasChildren } from "../../../../lib/catalogue/worlds";
import { countChosen, isChosen, withValues } from "../../../../lib/search/searchState";
import type { FilterType } from "../../../../lib/api/wire";
import { useAnswer } from "../../engine/answer";
import { OptionList, OptionRow, OptionsView, useChoose } from "./OptionList";
import { type OptionView, useCategoryViews, useOptionViews, viewOf } from "./options";
import { useDebounced } from "../../../../lib/hooks";
import { useSession } from "../../../../lib/visitor/session";
import { useData } from "../../../../lib/api/query";
import { paramsOf, searchFacetValues } from "../../../../lib/api/search";
import styles from "../panel.module.css";

const PAUSE_MS = 200;

const MOST_HITS = 60;

/**
 * Matches from the server; null while there is no text, or no answer yet. `current`: they match this
 * text, not an earlier one. All that is chosen is sent, so that the text is read as the page reads it;
 * the server leaves out the facet's own.
 */
function useMatches(filter: FilterType, text: string) {
  const state = useSearchState();
  const session = useSession();
  const wanted = useDebounced(text.trim(), PAUSE_MS);
  const facet = { facetName: filter.attribute, facetQuery: wanted, maxFacetHits: MOST_HITS };
  const params = { ...paramsOf(state, session), ...facet };
  const { data, loading } = useData({
    queryKey: ["facet", params],
    queryFn: ({ signal }) => searchFacetValues(params, signal),
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
export function CountedOptions({ filter }: { filter: FilterType }) {
  const views = useOptionViews();
  const choose = useChoose();
  const [text, setText] = useState("");
  const matches = useMatches(filter, text);
  const shown = matches.options ?? views(filter);
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

/** "(All)": the parent with all its descendants, or, at the top, no category at all. */
function useAllOption(filter: FilterType, parent: string | null): OptionView {
  const state = useSearchState();
  const { countsOf } = useAnswer();
  if (parent === null) {
    const chosen = countChosen(state, filter.attribute) === 0;
    return { value: "", label: "(All)", order: -1, count: null, chosen };
  }
  return viewOf({ value: parent, label: "(All)", order: -1 }, filter.attribute, state, countsOf("category"));
}

function BackStep({ label, onBack }: { label: string; onBack: () => void }) {
  return (
    <button type="button" className={styles.backStep} onClick={onBack}>
      <Icon name="back" size={16} />
      <span className="visually-hidden">Back from </span>
      {label}
    </button>
  );
}

/** Another level is another list: the focus goes to the way back, or to the first of its lines. */
function useFocusInLevel(list: RefObject<HTMLElement | null>, parent: string | null): void {
  const before = useRef(parent);
  useLayoutEffect(() => {
    if (before.current !== parent) list.current?.querySelector("button")?.focus();
    before.current = parent;
  }, [list, parent]);
}

/** The category tree, one level at a time. A branch drills in, a leaf is chosen (spec §2.3). */
export function CategoryOptions({ filter }: { filter: FilterType }) {
  const { commit } = useSearchActions();
  const choose = useChoose();
  const [parent, setParent] = useState<string | null>(null);
  const [showAll, setShowAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useFocusInLevel(list, parent);
  const all = useAllOption(filter, parent);
  const here = filter.options.find((option) => option.value === parent);
  const options = useCategoryViews(parent, showAll);
  const drills = (option: OptionView) => hasChildren(filter.options, option.value);
  const pick = (option: OptionView) => {
    if (drills(option)) setParent(option.value);
    else choose(filter, option);
  };
  const pickAll = () => {
    if (parent === null) commit((base) => withValues(base, "category", []));
    else choose(filter, { value: parent, label: here?.label ?? parent });
  };
  return (
    <div ref={list}>
      <div className="row wrap between gap-3 mb-2 h-10">
        {here && <BackStep label={here.label} onBack={() => setParent(here.parent ?? null)} />}
        <label className={styles.showAll}>
          Show all cats:
          <input type="checkbox" checked={showAll} onChange={(event) => setShowAll(event.target.checked)} />
        </label>
      </div>
      <OptionList
        key={parent}
        label={here?.label ?? filter.label}
        options={options}
        searchable={filter.searchable || options.length > 8}
        drills={drills}
        onPick={pick}
      >
        <OptionRow option={all} onPick={pickAll} />
      </OptionList>
    </div>
  );
}

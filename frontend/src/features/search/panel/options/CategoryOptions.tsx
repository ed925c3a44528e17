import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import { Icon } from "../../../../components/icons/Icon";
import { useSearchActions, useSearchState } from "../../../../hooks/searchContext";
import { hasChildren } from "../../../../lib/catalogue/categoryTree";
import { withValues } from "../../../../lib/search/searchState";
import type { FilterData, FilterType } from "../../../../lib/api/wire";
import { OptionList } from "./OptionList";
import { OptionRow } from "./OptionRow";
import { categoryViews, viewOf, type CountsOf, type OptionView } from "./options";
import { useChoose } from "../useChoose";
import styles from "../panel.module.css";

interface CategoryOptionsProps {
  data: FilterData;
  filter: FilterType;
  countsOf: CountsOf;
}

/** "(All)": the parent with all its descendants, or, at the top, no category at all. */
function useAllOption(filter: FilterType, parent: string | null, countsOf: CountsOf): OptionView {
  const state = useSearchState();
  const counts = countsOf("category");
  if (parent === null) {
    const chosen = (state.filters.category ?? []).length === 0;
    return { value: "", label: "(All)", order: -1, count: null, chosen };
  }
  return viewOf({ value: parent, label: "(All)", order: -1 }, filter.attribute, state, counts);
}

interface BackProps {
  label: string;
  onBack: () => void;
}

function BackStep({ label, onBack }: BackProps) {
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
export function CategoryOptions({ data, filter, countsOf }: CategoryOptionsProps) {
  const state = useSearchState();
  const { commit } = useSearchActions();
  const choose = useChoose();
  const [parent, setParent] = useState<string | null>(null);
  const [showAll, setShowAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useFocusInLevel(list, parent);
  const all = useAllOption(filter, parent, countsOf);
  const here = filter.options.find((option) => option.value === parent);
  const options = categoryViews(data, parent, state, countsOf("category"), showAll);
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
      <div className={styles.categoryHead}>
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

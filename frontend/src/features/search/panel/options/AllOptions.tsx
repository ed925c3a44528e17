import { useState } from "react";
import { useSearchState } from "../../../../hooks/searchContext";
import { useSession } from "../../../../lib/visitor/session";
import type { FilterData, FilterType } from "../../../../lib/api/wire";
import { OptionRow } from "./OptionRow";
import { categoryViews, matching, optionViews, type CountsOf, type OptionView } from "./options";
import { SearchField } from "./SearchField";
import { useChoose } from "../useChoose";
import styles from "../panel.module.css";

const PER_TYPE = 6;
const PER_MATCHED_TYPE = 12;

interface AllOptionsProps {
  data: FilterData;
  countsOf: CountsOf;
  onType: (attribute: string) => void;
}

function Group({ filter, options, more, onType }: GroupProps) {
  const choose = useChoose();
  return (
    <section className={styles.group} aria-label={filter.label}>
      <h3 className="type-control flex items-baseline between py-1 px-2">
        {filter.label}
        {more && (
          <button type="button" className={styles.more} onClick={() => onType(filter.attribute)}>
            All<span className="visually-hidden"> {filter.label}</span>
          </button>
        )}
      </h3>
      <ul role="list">
        {options.map((option) => (
          <OptionRow key={option.value} option={option} onPick={() => choose(filter, option)} />
        ))}
      </ul>
    </section>
  );
}

interface GroupProps {
  filter: FilterType;
  options: readonly OptionView[];
  more: boolean;
  onType: (attribute: string) => void;
}

/** "(All)": the first options of every type, and one search over the options of all types. */
export function AllOptions({ data, countsOf, onType }: AllOptionsProps) {
  const state = useSearchState();
  const { currency } = useSession();
  const choose = useChoose();
  const [text, setText] = useState("");
  const searching = text.trim() !== "";
  const viewsOf = (filter: FilterType): OptionView[] => {
    const counts = countsOf(filter.attribute);
    if (filter.kind === "tree" && !searching) return categoryViews(data, null, state, counts, false);
    return optionViews(data, filter, state, counts, currency);
  };
  const groups = data.filters
    .filter((filter) => filter.kind !== "switch")
    .map((filter) => ({ filter, options: matching(viewsOf(filter), text) }))
    .filter(({ options }) => options.length > 0);
  const most = searching ? PER_MATCHED_TYPE : PER_TYPE;
  const pickFirst = () => {
    const [group] = groups;
    const option = group?.options[0];
    if (group && option && searching) choose(group.filter, option);
  };
  return (
    <>
      <SearchField label="Search all filters" value={text} onChange={setText} onEnter={pickFirst} />
      <div className={styles.groups}>
        {groups.map(({ filter, options }) => (
          <Group
            key={filter.attribute}
            filter={filter}
            options={options.slice(0, most)}
            more={options.length > most || filter.kind === "tree"}
            onType={onType}
          />
        ))}
      </div>
      {groups.length === 0 && <p className="muted type-control p-2">(No items)</p>}
    </>
  );
}

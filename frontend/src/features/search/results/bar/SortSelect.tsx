import { useSearchActions } from "../../../../hooks/searchContext";
import { rememberSort } from "../../../../lib/visitor/preferences";
import type { SearchState } from "../../../../lib/search/searchState";
import type { FilterData } from "../../../../lib/api/wire";
import { currentSort, sortChoices } from "./sorts";
import styles from "../../search.module.css";

/** The order of the results; the last choice is remembered for later searches (spec §4). */
export function SortSelect({ data, state }: { data: FilterData; state: SearchState }) {
  const { commit } = useSearchActions();
  const choose = (value: string) => {
    const sort = value === "" ? null : value;
    rememberSort(sort);
    commit((base) => ({ ...base, sort, page: 1 }));
  };
  return (
    <label className={styles.sort}>
      <span className="visually-hidden">Sort by</span>
      <select value={currentSort(state)} onChange={(event) => choose(event.target.value)}>
        {sortChoices(state, data).map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

import { countChosen } from "../../../lib/search/searchState";
import { useSearchState } from "../../../hooks/searchContext";
import type { FilterData } from "../../../lib/api/wire";
import { Count } from "../../../components/Count";
import { Icon } from "../../../components/icons/Icon";
import { isOffered, type CountsOf } from "./options/options";
import { SwitchRow } from "./TypeList";
import { TypeOptions } from "./options/TypeOptions";
import styles from "./rail.module.css";

/** From this width on the panel's lists are beside the results. */
export const RAIL = "(min-width: 1200px)";

/** What its button opens and closes. */
export const RAIL_ID = "filters-beside";

/** Open at first: what most people narrow by. */
const OPEN: ReadonlySet<string> = new Set(["category", "colour", "price"]);

interface FilterRailProps {
  data: FilterData;
  countsOf: CountsOf;
  /** Filters that the page offers elsewhere already. */
  without: readonly string[];
}

/** The panel's own lists, one below the other; what is chosen counts at each heading. */
export function FilterRail({ data, countsOf, without }: FilterRailProps) {
  const state = useSearchState();
  const offered = data.filters.filter(
    (filter) => !without.includes(filter.attribute) && isOffered(filter, state, countsOf(filter.attribute)),
  );
  return (
    <aside id={RAIL_ID} className={styles.rail} aria-label="Filters beside the results">
      {offered
        .filter(({ kind }) => kind !== "switch")
        .map((filter) => {
          const chosen = countChosen(state, filter.attribute);
          return (
            <details key={filter.attribute} className={styles.type} open={OPEN.has(filter.attribute)}>
              <summary className={styles.name}>
                {filter.label}
                {chosen > 0 && <Count value={chosen} noun="chosen" className={styles.chosen} />}
                <Icon name="down" size={16} />
              </summary>
              <div className={styles.options}>
                <TypeOptions data={data} filter={filter} countsOf={countsOf} />
              </div>
            </details>
          );
        })}
      <ul className={styles.switches} role="list">
        {offered
          .filter(({ kind }) => kind === "switch")
          .map((filter) => (
            <SwitchRow key={filter.attribute} filter={filter} />
          ))}
      </ul>
    </aside>
  );
}

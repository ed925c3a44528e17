import { useSearchActions, useSearchState } from "../../../lib/search/SearchProvider";
import { Count } from "../../../components/Count";
import count from "../../../components/Count.module.css";
import { Icon } from "../../../components/icons/Icon";
import { countChosen, isChosen, toggleValue } from "../../../lib/search/searchState";
import type { FilterType } from "../../../lib/api/wire";
import { track } from "../../../lib/tracking/track";
import { useOffered } from "./options/options";
import styles from "./panel.module.css";
import { TypeOptions } from "./options/TypeOptions";
import railStyles from "./rail.module.css";

/** From this width on the panel's lists are beside the results. */
export const RAIL = "(min-width: 1200px)";

/** What its button opens and closes. */
export const RAIL_ID = "filters-beside";

/** Open at first: what most people narrow by. */
const OPEN: ReadonlySet<string> = new Set(["category", "colour", "price"]);

/** The panel's own lists, one below the other, but for filters that the page offers elsewhere already. */
export function FilterRail({ without }: { without: readonly string[] }) {
  const state = useSearchState();
  const offered = useOffered().filter(({ attribute }) => !without.includes(attribute));
  return (
    <aside id={RAIL_ID} className={railStyles.rail} aria-label="Filters beside the results">
      {offered
        .filter(({ kind }) => kind !== "switch")
        .map((filter) => {
          const chosen = countChosen(state, filter.attribute);
          return (
            <details key={filter.attribute} className={railStyles.type} open={OPEN.has(filter.attribute)}>
              <summary className={railStyles.name}>
                {filter.label}
                {chosen > 0 && <Count value={chosen} noun="chosen" className={count.badge} />}
                <Icon name="down" size={16} />
              </summary>
              <div className={railStyles.options}>
                <TypeOptions filter={filter} />
              </div>
            </details>
          );
        })}
      <ul className={railStyles.switches} role="list">
        {offered
          .filter(({ kind }) => kind === "switch")
          .map((filter) => (
            <SwitchRow key={filter.attribute} filter={filter} />
          ))}
      </ul>
    </aside>
  );
}

/** The pseudo type "(All)", first in the list. */
export const ALL = "";

interface TypeListProps {
  /** The type whose options show; null on a phone that shows this list alone. */
  current: string | null;
  onType: (attribute: string) => void;
}

interface TypeRowProps {
  label: string;
  chosen: number;
  current: boolean;
  onOpen: () => void;
}

function TypeRow({ label, chosen, current, onOpen }: TypeRowProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.type}
        aria-current={current ? "true" : undefined}
        onClick={onOpen}
      >
        <span className="grows" data-part="type-label">
          {label}
        </span>
        {chosen > 0 && <Count value={chosen} noun="chosen" className={count.badge} />}
        <Icon name="right" size={16} />
      </button>
    </li>
  );
}

/** An on-off filter: On sale, South Africa only. */
export function SwitchRow({ filter }: { filter: FilterType }) {
  const state = useSearchState();
  const { commit } = useSearchActions();
  const value = filter.options[0]?.value ?? "true";
  const on = isChosen(state, filter.attribute, value);
  const flip = () => {
    if (!on) track({ brandId: null, groupKey: null, href: `Add filter ${filter.label}` });
    commit((base) => toggleValue(base, filter.attribute, value));
  };
  return (
    <li>
      <button type="button" role="switch" aria-checked={on} className={styles.type} onClick={flip}>
        <span className="grows" data-part="type-label">
          {filter.label}
        </span>
        <span className={styles.switch} aria-hidden="true" />
      </button>
    </li>
  );
}

/** "Filter by": the filter types with the number of values chosen in each. */
export function TypeList({ current, onType }: TypeListProps) {
  const state = useSearchState();
  return (
    <ul className={styles.types} role="list" aria-label="Filter by">
      <TypeRow label="(All)" chosen={0} current={current === ALL} onOpen={() => onType(ALL)} />
      {useOffered().map((filter) =>
        filter.kind === "switch" ? (
          <SwitchRow key={filter.attribute} filter={filter} />
        ) : (
          <TypeRow
            key={filter.attribute}
            label={filter.label}
            chosen={countChosen(state, filter.attribute)}
            current={current === filter.attribute}
            onOpen={() => onType(filter.attribute)}
          />
        ),
      )}
    </ul>
  );
}

import { Icon } from "../../../../components/icons/Icon";
import { useSearchActions, useSearchState } from "../../../../hooks/SearchProvider";
import { countChosen, isChosen, toggleValue, withValues } from "../../../../lib/search/searchState";
import { mySizes } from "../../../../lib/visitor/preferences";
import { useAnswer } from "../../engine/answer";
import { useOffered } from "../../panel/options/options";
import styles from "../head.module.css";

const SIZE = "size";
/** What most people narrow by, next to colour and category. */
const OPENED = ["price", SIZE] as const;
const IN_STORES = "inStores";

/** The sizes that are kept in this browser, where the search has some of them; those chosen can be kept. */
function MySizes({ counts }: { counts: Readonly<Record<string, number>> }) {
  const { commit } = useSearchActions();
  const chosen = useSearchState().filters[SIZE] ?? [];
  const mine = mySizes.use();
  const here = mine.filter((size) => (counts[size] ?? 0) > 0 || chosen.includes(size));
  const others = chosen.filter((size) => !mine.includes(size));
  const applied = here.length > 0 && here.every((size) => chosen.includes(size));
  return (
    <>
      {here.length > 0 && (
        <button
          type="button"
          className={styles.pill}
          aria-pressed={applied}
          onClick={() => commit((base) => withValues(base, SIZE, applied ? [] : here))}
        >
          My sizes: {here.join(", ")}
        </button>
      )}
      {others.length > 0 && (
        <button type="button" className={styles.pill} onClick={() => mySizes.set([...mine, ...others])}>
          Keep {others.join(", ")} as mine
        </button>
      )}
      {applied && (
        <button
          type="button"
          className={styles.pill}
          onClick={() => mySizes.set(mine.filter((size) => !here.includes(size)))}
        >
          Forget {here.join(", ")}
        </button>
      )}
    </>
  );
}

/**
 * The shortest ways to fewer products: price, size, the sizes one has, what several stores sell.
 * `onType` opens the filters at a type; null where they are beside the products.
 */
export function Pills({ onType }: { onType: ((attribute: string) => void) | null }) {
  const { countsOf } = useAnswer();
  const state = useSearchState();
  const { commit } = useSearchActions();
  const filters = useOffered();
  const offered = (attribute: string) => filters.find((filter) => filter.attribute === attribute);
  const inStores = countsOf(IN_STORES) && offered(IN_STORES);
  const sizes = countsOf(SIZE);
  return (
    <div className={styles.pills} role="group" aria-label="Narrow by" data-part="pills">
      {onType &&
        OPENED.map(offered).map(
          (filter) =>
            filter && (
              <button
                key={filter.attribute}
                type="button"
                className={styles.pill}
                aria-haspopup="dialog"
                data-chosen={countChosen(state, filter.attribute) > 0}
                onClick={() => onType(filter.attribute)}
              >
                {filter.label}
                <Icon name="down" size={12} />
              </button>
            ),
        )}
      {sizes && <MySizes counts={sizes} />}
      {inStores && (
        <button
          type="button"
          className={styles.pill}
          aria-pressed={isChosen(state, IN_STORES, "true")}
          onClick={() => commit((base) => toggleValue(base, IN_STORES, "true"))}
        >
          {inStores.label}
        </button>
      )}
    </div>
  );
}

import { Icon } from "../../../../components/icons/Icon";
import { useSearchActions } from "../../../../hooks/searchContext";
import { useTyping } from "../../../../hooks/useTyping";
import type { SearchState } from "../../../../lib/search/searchState";
import { useSession } from "../../../../lib/visitor/session";
import type { FilterData } from "../../../../lib/api/wire";
import { chipsOf, chipText, deliveryChip } from "./chips";
import { useFocusAfterRemoval } from "./useFocusAfterRemoval";
import styles from "../../search.module.css";

/** What is chosen, each removable. They hide at the first keystroke, which clears them. */
export function Chips({ data, state }: { data: FilterData; state: SearchState }) {
  const { commit, clearAll } = useSearchActions();
  const { currency, countryCode } = useSession();
  const typing = useTyping();
  const chosen = typing ? [] : chipsOf(state, data, currency);
  const chips = [...chosen, ...deliveryChip(countryCode)];
  const { list, removed } = useFocusAfterRemoval(state, chips.length);
  if (chips.length === 0) return <div className={styles.chips} />;
  return (
    <ul ref={list} className={styles.chips} role="list" aria-label="Chosen filters">
      {chips.map((chip, index) => (
        <li key={chip.key}>
          <button
            type="button"
            className={styles.chip}
            aria-label={`Remove ${chipText(chip)}`}
            onClick={() => {
              removed(index);
              if ("remove" in chip) chip.remove();
              else commit(chip.without);
            }}
          >
            <span className={styles.chipText}>{chipText(chip)}</span>
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={styles.clearAll} onClick={clearAll}>
          Clear all
        </button>
      </li>
    </ul>
  );
}

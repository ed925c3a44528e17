import { Icon } from "../../../components/icons/Icon";
import { useSearchState } from "../../../hooks/searchContext";
import { countChosen } from "../../../lib/search/searchState";
import { prefetchSearchScreen } from "../searchScreenCode";
import type { PanelControls } from "./usePanel";
import styles from "../search.module.css";

/** The phone's fixed button with the number of chosen filters (spec §2.3). */
export function FiltersPill({ panel }: { panel: PanelControls }) {
  const chosen = countChosen(useSearchState());
  return (
    <button
      type="button"
      className={styles.pill}
      aria-haspopup="dialog"
      aria-expanded={panel.open}
      disabled={panel.opening}
      onPointerDown={prefetchSearchScreen}
      onClick={panel.toggle}
    >
      <Icon name="filters" />
      {chosen > 0 ? `Filters (${chosen})` : "Filters"}
    </button>
  );
}

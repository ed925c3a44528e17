import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import { Button } from "../../../components/Button";
import { useSearchActions } from "../../../hooks/searchContext";
import { filterType } from "../../../lib/api/filterData";
import { countOf } from "../../../lib/catalogue/format";
import type { FilterData } from "../../../lib/api/wire";
import { AllOptions } from "./options/AllOptions";
import type { CountsOf } from "./options/options";
import { ALL, TypeList } from "./TypeList";
import { TypeOptions } from "./options/TypeOptions";
import { FILTERS_TOGGLE_ID } from "../focus";
import styles from "./panel.module.css";

export interface PanelProps {
  data: FilterData;
  countsOf: CountsOf;
  /** Products the search has now; null while unknown. */
  total: number | null;
  onClose: () => void;
}

interface OptionsPaneProps {
  data: FilterData;
  countsOf: CountsOf;
  attribute: string;
  onType: (attribute: string) => void;
}

/** The right-hand side of the panel: one type's options, or some of each. */
export function OptionsPane({ data, countsOf, attribute, onType }: OptionsPaneProps) {
  const filter = filterType(data, attribute);
  if (!filter) return <AllOptions data={data} countsOf={countsOf} onType={onType} />;
  return <TypeOptions key={attribute} data={data} filter={filter} countsOf={countsOf} />;
}

function useFocusBack(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById(FILTERS_TOGGLE_ID)?.focus();
    };
  }, [panel]);
}

/** The drop-down below the box: types on the left, options on the right (ui.md, 1440 px). */
export function Panel({ data, countsOf, total, onClose }: PanelProps) {
  const { clearAll, searchNow, draft } = useSearchActions();
  const [attribute, setAttribute] = useState(ALL);
  const panel = useRef<HTMLElement>(null);
  useFocusBack(panel);
  const apply = () => {
    if (draft.get() !== null) searchNow();
    onClose();
  };
  return (
    <section ref={panel} id="filter-panel" className={styles.panel} aria-label="Filters" tabIndex={-1}>
      <div className={styles.columns}>
        <div className={styles.left} data-part="types">
          <h2 className="muted type-meta px-4 mb-2">Filter by</h2>
          <TypeList data={data} current={attribute} countsOf={countsOf} onType={setAttribute} />
        </div>
        <div className={styles.right}>
          <OptionsPane data={data} countsOf={countsOf} attribute={attribute} onType={setAttribute} />
        </div>
      </div>
      <footer className={styles.footer}>
        {total !== null && <p className={styles.total}>{countOf(total, "product")}</p>}
        <Button kind="quiet" onClick={clearAll}>
          Clear all
        </Button>
        <Button kind="primary" onClick={apply}>
          Apply
        </Button>
      </footer>
    </section>
  );
}

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Button, IconButton } from "../../../components/Button";
import { useSearchActions, useSearchState } from "../../../hooks/SearchProvider";
import { filterType } from "../../../lib/api/filterData";
import { countOf } from "../../../lib/catalogue/format";
import type { FilterData, FilterType } from "../../../lib/api/wire";
import { categoryViews, type CountsOf, matching, type OptionView, optionViews } from "./options/options";
import { ALL, TypeList } from "./TypeList";
import { TypeOptions } from "./options/TypeOptions";
import { FILTERS_TOGGLE_ID } from "../focus";
import styles from "./panel.module.css";
import { useSession } from "../../../lib/visitor/session";
import { OptionRow, SearchField, useChoose } from "./options/OptionList";
import { Modal } from "../../../components/dialog/Modal";
import { Icon } from "../../../components/icons/Icon";

/** On phones the panel takes the full screen: first the types, then one type's options. */
export function PhonePanel({ data, countsOf, total, type = null, onClose }: PanelProps) {
  const { clearAll, searchNow, draft } = useSearchActions();
  const title = useRef<HTMLHeadingElement>(null);
  const [attribute, setAttribute] = useState(type);
  const open = (next: string | null) => {
    setAttribute(next);
    title.current?.focus();
  };
  const label = attribute === null ? "Filter by" : (filterType(data, attribute)?.label ?? "(All)");
  const apply = () => {
    if (draft.get() !== null) searchNow();
    onClose();
  };
  return (
    <Modal
      id="filter-panel"
      className={styles.phone}
      aria-labelledby="filter-panel-title"
      tabIndex={-1}
      keep
      onClose={onClose}
    >
      <header className={styles.phoneHead}>
        {attribute === null ? (
          <span className={styles.phoneGap} />
        ) : (
          <IconButton aria-label="Back to the filters" onClick={() => open(null)}>
            <Icon name="back" />
          </IconButton>
        )}
        <h2 ref={title} id="filter-panel-title" className="type-body grows text-center" tabIndex={-1}>
          {label}
        </h2>
        <IconButton aria-label="Close the filters" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div className={styles.phoneBody}>
        {attribute === null ? (
          <TypeList data={data} current={null} countsOf={countsOf} onType={open} />
        ) : (
          <OptionsPane data={data} countsOf={countsOf} attribute={attribute || ALL} onType={open} />
        )}
      </div>
      <footer className={styles.footer}>
        <Button kind="quiet" onClick={clearAll}>
          Clear all
        </Button>
        <Button kind="primary" onClick={apply} className={styles.show}>
          {total === null ? "Show products" : `Show ${countOf(total, "product")}`}
        </Button>
      </footer>
    </Modal>
  );
}

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
          <button type="button" className="action small row-link" onClick={() => onType(filter.attribute)}>
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
function AllOptions({ data, countsOf, onType }: AllOptionsProps) {
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

export interface PanelProps {
  data: FilterData;
  countsOf: CountsOf;
  /** Products the search has now; null while unknown. */
  total: number | null;
  /** The type whose options show at first; null: all. */
  type?: string | null;
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
export function Panel({ data, countsOf, total, type = null, onClose }: PanelProps) {
  const { clearAll, searchNow, draft } = useSearchActions();
  const [attribute, setAttribute] = useState(type ?? ALL);
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

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Button, IconButton } from "../../../components/Button";
import { useSearchActions } from "../../../lib/search/SearchProvider";
import { filterType } from "../../../lib/api/catalogue";
import { countOf } from "../../../lib/catalogue/format";
import type { FilterType } from "../../../lib/api/wire";
import { matching, type OptionView, useCategoryViews, useOptionViews } from "./options/options";
import { ALL, TypeList } from "./TypeList";
import { TypeOptions } from "./options/TypeOptions";
import { FILTERS_TOGGLE_ID } from "../focus";
import styles from "./panel.module.css";
import { useAnswer } from "../engine/answer";
import { OptionRow, SearchField, useChoose } from "./options/OptionList";
import { Modal } from "../../../components/dialog/Modal";
import { Icon } from "../../../components/icons/Icon";

/** On phones the panel takes the full screen: first the types, then one type's options. */
export function PhonePanel({ type, onClose }: PanelProps) {
  const { data, total } = useAnswer();
  const { clearAll } = useSearchActions();
  const apply = useApply(onClose);
  const title = useRef<HTMLHeadingElement>(null);
  const [attribute, setAttribute] = useState(type);
  const open = (next: string | null) => {
    setAttribute(next);
    title.current?.focus();
  };
  const label = attribute === null ? "Filter by" : (filterType(data, attribute)?.label ?? "(All)");
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
          <span className="touched" />
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
          <TypeList current={null} onType={open} />
        ) : (
          <OptionsPane attribute={attribute} onType={open} />
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

function Group({ filter, options, more, onType }: GroupProps) {
  const choose = useChoose();
  return (
    <section className={styles.group} aria-label={filter.label}>
      <h3 className="type-control flex items-baseline between py-1 px-2">
        {filter.label}
        {more && (
          <button type="button" className="action type-meta h-7" onClick={() => onType(filter.attribute)}>
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
function AllOptions({ onType }: { onType: (attribute: string) => void }) {
  const { data } = useAnswer();
  const views = useOptionViews();
  const worlds = useCategoryViews(null, false);
  const choose = useChoose();
  const [text, setText] = useState("");
  const searching = text.trim() !== "";
  const viewsOf = (filter: FilterType) => (filter.kind === "tree" && !searching ? worlds : views(filter));
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

interface PanelProps {
  /** The type whose options show at first; null: all. */
  type: string | null;
  onClose: () => void;
}

interface OptionsPaneProps {
  attribute: string;
  onType: (attribute: string) => void;
}

/** The right-hand side of the panel: one type's options, or some of each. */
function OptionsPane({ attribute, onType }: OptionsPaneProps) {
  const filter = filterType(useAnswer().data, attribute);
  return filter ? <TypeOptions key={attribute} filter={filter} /> : <AllOptions onType={onType} />;
}

/** Searches for what is being typed, and closes the panel. */
function useApply(onClose: () => void): () => void {
  const { searchNow, draft } = useSearchActions();
  return () => {
    if (draft.get() !== null) searchNow();
    onClose();
  };
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
export function Panel({ type, onClose }: PanelProps) {
  const { total } = useAnswer();
  const { clearAll } = useSearchActions();
  const apply = useApply(onClose);
  const [attribute, setAttribute] = useState(type ?? ALL);
  const panel = useRef<HTMLElement>(null);
  useFocusBack(panel);
  return (
    <section ref={panel} id="filter-panel" className={styles.panel} aria-label="Filters" tabIndex={-1}>
      <div className={styles.columns}>
        <div className={styles.left} data-part="types">
          <h2 className="muted type-meta px-4 mb-2">Filter by</h2>
          <TypeList current={attribute} onType={setAttribute} />
        </div>
        <div className={styles.right}>
          <OptionsPane attribute={attribute} onType={setAttribute} />
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

import { useRef, useState } from "react";
import { Button, IconButton } from "../../../components/Button";
import { Modal } from "../../../components/dialog/Modal";
import { Icon } from "../../../components/icons/Icon";
import { useSearchActions } from "../../../hooks/searchContext";
import { filterType } from "../../../lib/api/filterData";
import { countOf } from "../../../lib/catalogue/format";
import { OptionsPane, type PanelProps } from "./Panel";
import { ALL, TypeList } from "./TypeList";
import styles from "./panel.module.css";

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

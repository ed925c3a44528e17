import type { ReactNode } from "react";
import { optionsOf } from "../../lib/api/filterData";
import type { FilterData } from "../../lib/api/wire";
import { toggled } from "../../lib/toggled";
import { sideCategories, toggleSub, toggleTop, withId, type SideCategory } from "./sideFilters";
import styles from "./devmode.module.css";

export interface SideState {
  categories: readonly SideCategory[];
  colours: readonly number[];
  styles: readonly number[];
}

export function emptySide(data: FilterData): SideState {
  return { categories: sideCategories(optionsOf(data, "category")), colours: [], styles: [] };
}

interface SidePanelProps {
  data: FilterData;
  state: SideState;
  onChange: (state: SideState) => void;
  /** Without styles in the list view. */
  withStyles?: boolean;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.sideSection} open>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

function Check({ label, ...input }: { label: string; checked: boolean; onChange: () => void }) {
  return (
    <label className={styles.sideCheck}>
      <input type="checkbox" {...input} />
      {label}
    </label>
  );
}

type PartProps = Omit<SidePanelProps, "withStyles">;

function CategoryTree({ state, onChange }: PartProps) {
  const { categories } = state;
  const change = (next: SideCategory[]) => onChange({ ...state, categories: next });
  return (
    <ul className={styles.sideList} role="list">
      {categories.map(({ id, name, selected, open, subs }) => (
        <li key={id}>
          <Check label={name} checked={selected} onChange={() => change(toggleTop(categories, id))} />
          {open && (
            <ul className={styles.sideList} role="list">
              {subs.map((sub) => (
                <li key={sub.id}>
                  <Check
                    label={sub.name}
                    checked={sub.selected}
                    onChange={() => change(toggleSub(categories, sub.id))}
                  />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function StyleImages({ data, state, onChange }: PartProps) {
  return (
    <ul className={styles.sideStyles} role="list">
      {withId(optionsOf(data, "style")).map(({ id, label, image }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.sideStyle}
            aria-pressed={state.styles.includes(id)}
            onClick={() => onChange({ ...state, styles: toggled(state.styles, id) })}
          >
            {image && <img src={image} alt="" width={72} height={72} loading="lazy" />}
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Category, Color and Style beside the tiles, all open at first (spec §2.5). */
export function SidePanel({ withStyles = true, ...part }: SidePanelProps) {
  const { data, state, onChange } = part;
  return (
    <aside className={styles.side} aria-label="Filters">
      <Section title="Category">
        <CategoryTree {...part} />
      </Section>
      <Section title="Color">
        {withId(optionsOf(data, "colour")).map(({ id, label }) => (
          <Check
            key={id}
            label={label}
            checked={state.colours.includes(id)}
            onChange={() => onChange({ ...state, colours: toggled(state.colours, id) })}
          />
        ))}
      </Section>
      {withStyles && (
        <Section title="Style">
          <StyleImages {...part} />
        </Section>
      )}
    </aside>
  );
}

import type { ReactNode } from "react";
import { optionsOf } from "../../lib/api/filterData";
import type { FilterData } from "../../lib/api/wire";
import { toggled } from "../../lib/toggled";
import { sideCategories, toggleSub, toggleTop, type SideCategory } from "./sideFilters";
import styles from "./devmode.module.css";

export interface SideState {
  categories: readonly SideCategory[];
  colours: readonly number[];
  styles: readonly number[];
}

/** Nothing chosen. */
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

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: () => void;
}

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className={styles.sideCheck}>
      <input type="checkbox" checked={checked} onChange={onChange} />
      {label}
    </label>
  );
}

function CategoryTree({
  categories,
  onChange,
}: {
  categories: readonly SideCategory[];
  onChange: (next: SideCategory[]) => void;
}) {
  return (
    <ul className={styles.sideList} role="list">
      {categories.map((category) => (
        <li key={category.id}>
          <Check
            label={category.name}
            checked={category.selected}
            onChange={() => onChange(toggleTop(categories, category.id))}
          />
          {category.open && (
            <ul className={styles.sideList} role="list">
              {category.subs.map((sub) => (
                <li key={sub.id}>
                  <Check
                    label={sub.name}
                    checked={sub.selected}
                    onChange={() => onChange(toggleSub(categories, sub.id))}
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

function StyleImages({
  data,
  chosen,
  onToggle,
}: {
  data: FilterData;
  chosen: readonly number[];
  onToggle: (id: number) => void;
}) {
  return (
    <ul className={styles.sideStyles} role="list">
      {optionsOf(data, "style").map(({ id, label, image }) => (
        <li key={label}>
          <button
            type="button"
            className={styles.sideStyle}
            aria-pressed={typeof id === "number" && chosen.includes(id)}
            onClick={() => typeof id === "number" && onToggle(id)}
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
export function SidePanel({ data, state, onChange, withStyles = true }: SidePanelProps) {
  const colours = optionsOf(data, "colour");
  return (
    <aside className={styles.side} aria-label="Filters">
      <Section title="Category">
        <CategoryTree
          categories={state.categories}
          onChange={(categories) => onChange({ ...state, categories })}
        />
      </Section>
      <Section title="Color">
        {colours.map(({ id, label }) => (
          <Check
            key={label}
            label={label}
            checked={typeof id === "number" && state.colours.includes(id)}
            onChange={() =>
              typeof id === "number" && onChange({ ...state, colours: toggled(state.colours, id) })
            }
          />
        ))}
      </Section>
      {withStyles && (
        <Section title="Style">
          <StyleImages
            data={data}
            chosen={state.styles}
            onToggle={(id) => onChange({ ...state, styles: toggled(state.styles, id) })}
          />
        </Section>
      )}
    </aside>
  );
}

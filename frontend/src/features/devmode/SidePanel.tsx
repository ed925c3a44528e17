import type { ReactNode } from "react";
import { optionsOf } from "../../lib/api/filterData";
import type { FilterData, FilterOption } from "../../lib/api/wire";
import { toggled } from "../../lib/search/searchState";
import styles from "./devmode.module.css";

interface SideCategory {
  id: number;
  name: string;
  selected: boolean;
  open: boolean;
  subs: { id: number; name: string; selected: boolean }[];
}

/** The options with database ids. */
export function withId(options: readonly FilterOption[]) {
  return options.flatMap((option) => (typeof option.id === "number" ? [{ ...option, id: option.id }] : []));
}

/** Top-level categories with their direct sub-categories, none selected. */
export function sideCategories(options: readonly FilterOption[]): SideCategory[] {
  const stored = withId(options);
  return stored
    .filter((option) => !option.parent)
    .map(({ id, label, value }) => ({
      id,
      name: label,
      selected: false,
      open: false,
      subs: stored
        .filter((option) => option.parent === value)
        .map((option) => ({ id: option.id, name: option.label, selected: false })),
    }));
}

/** A top-level category deselects and closes the others, opens, and takes its sub-categories along. */
export function toggleTop(categories: readonly SideCategory[], id: number): SideCategory[] {
  return categories.map((category) => {
    const selected = category.id === id && !category.selected;
    const subs = category.subs.map((sub) => ({ ...sub, selected }));
    return { ...category, selected, open: category.id === id, subs };
  });
}

/** Sub-categories toggle one by one (spec §4). */
export function toggleSub(categories: readonly SideCategory[], id: number): SideCategory[] {
  return categories.map((category) => ({
    ...category,
    subs: category.subs.map((sub) => (sub.id === id ? { ...sub, selected: !sub.selected } : sub)),
  }));
}

/** Selected sub-categories where a category has any, otherwise the selected category itself. */
export function emittedIds(categories: readonly SideCategory[]): number[] {
  return categories.flatMap((category) => {
    const subs = category.subs.filter((sub) => sub.selected).map((sub) => sub.id);
    if (subs.length > 0) return subs;
    return category.selected ? [category.id] : [];
  });
}

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

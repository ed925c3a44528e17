import type { ReactNode } from "react";
import { optionsOf } from "../../lib/api/catalogue";
import type { FilterData, FilterOption } from "../../lib/api/wire";
import { toggled } from "../../lib/search/searchState";
import styles from "./devmode.module.css";

/** The options with database ids. */
export function withId(options: readonly FilterOption[]) {
  return options.flatMap((option) => (typeof option.id === "number" ? [{ ...option, id: option.id }] : []));
}

export interface SideState {
  /** The top-level category that is open, all others being closed and without a choice; 0: none is. */
  open: number;
  /** It is selected itself. */
  isTop: boolean;
  /** Its sub-categories that are selected. */
  subs: readonly number[];
  colours: readonly number[];
  styles: readonly number[];
}

export const EMPTY_SIDE: SideState = { open: 0, isTop: false, subs: [], colours: [], styles: [] };

/** A top-level category closes the others, opens, and takes its sub-categories along (spec §4). */
export function toggleTop(state: SideState, id: number, subs: readonly number[]): SideState {
  const isTop = !(state.open === id && state.isTop);
  return { ...state, open: id, isTop, subs: isTop ? subs : [] };
}

/** Selected sub-categories where there are any, otherwise the selected category itself (spec §4). */
export function emittedIds({ open, isTop, subs }: SideState): readonly number[] {
  if (subs.length > 0) return subs;
  return isTop ? [open] : [];
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

function CategoryTree({ data, state, onChange }: SidePanelProps) {
  const categories = withId(optionsOf(data, "category"));
  return (
    <ul className={styles.sideList} role="list">
      {categories
        .filter(({ parent }) => !parent)
        .map(({ id, label, value }) => {
          const subs = categories.filter(({ parent }) => parent === value);
          const isOpen = state.open === id;
          const onTop = () =>
            onChange(
              toggleTop(
                state,
                id,
                subs.map((sub) => sub.id),
              ),
            );
          return (
            <li key={id}>
              <Check label={label} checked={isOpen && state.isTop} onChange={onTop} />
              {isOpen && (
                <ul className={styles.sideList} role="list">
                  {subs.map((sub) => (
                    <li key={sub.id}>
                      <Check
                        label={sub.label}
                        checked={state.subs.includes(sub.id)}
                        onChange={() => onChange({ ...state, subs: toggled(state.subs, sub.id) })}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
    </ul>
  );
}

/** Category, Color and Style beside the tiles, all open at first (spec §2.5). */
export function SidePanel(props: SidePanelProps) {
  const { data, state, onChange, withStyles = true } = props;
  return (
    <aside className={styles.side} aria-label="Filters">
      <Section title="Category">
        <CategoryTree {...props} />
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
        </Section>
      )}
    </aside>
  );
}

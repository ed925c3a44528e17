import { type ReactNode, useCallback, useState } from "react";
import { matching, type OptionView } from "./options";
import styles from "../panel.module.css";
import { Count } from "../../../../components/Count";
import { Icon } from "../../../../components/icons/Icon";
import { swatchStyle } from "../../../../lib/catalogue/pictures";
import { useSearchActions } from "../../../../lib/search/SearchProvider";
import { toggleCategory } from "../../../../lib/catalogue/worlds";
import { isChosen, toggleValue, withValues } from "../../../../lib/search/searchState";
import type { FilterType } from "../../../../lib/api/wire";
import { track } from "../../../../lib/tracking/track";

/** Chooses a value or takes it back: searches at once, and records an added chip (spec §7). */
export function useChoose() {
  const { commit } = useSearchActions();
  return useCallback(
    (filter: FilterType, { value, label }: { value: string; label: string }) => {
      if (value === "") return;
      commit((base) => {
        if (!isChosen(base, filter.attribute, value))
          track({ brandId: null, groupKey: null, href: `Add filter ${filter.label}: ${label}` });
        if (filter.kind !== "tree") return toggleValue(base, filter.attribute, value);
        return withValues(
          base,
          filter.attribute,
          toggleCategory(base.filters[filter.attribute] ?? [], value),
        );
      });
    },
    [commit],
  );
}

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onEnter: () => void;
}

export function SearchField({ label, value, onChange, onEnter }: SearchFieldProps) {
  return (
    <label className={styles.field}>
      <Icon name="search" size={16} />
      <span className="visually-hidden">{label}</span>
      <input
        className={styles.fieldInput}
        type="search"
        autoComplete="off"
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && onEnter()}
      />
    </label>
  );
}

function Mark({ option }: { option: OptionView }) {
  if (option.swatch) {
    return (
      <span className={styles.swatch} data-part="swatch" style={swatchStyle(option.value, option.swatch)} />
    );
  }
  if (option.flag)
    return <img className={styles.flag} src={`/flags/${option.flag}.svg`} alt="" width={21} height={14} />;
  if (option.image)
    return (
      <img className="rigid sunk covers" src={option.image} alt="" width={40} height={40} loading="lazy" />
    );
  return null;
}

interface OptionRowProps {
  option: OptionView;
  /** Leads to a list of its own instead of being chosen. */
  drills?: boolean;
  onPick: (option: OptionView) => void;
}

/** One option: its mark, name, number of products, and a check mark when it is chosen. */
export function OptionRow({ option, drills = false, onPick }: OptionRowProps) {
  return (
    <li className={styles.optionItem}>
      <button
        type="button"
        className={styles.option}
        aria-pressed={drills ? undefined : option.chosen}
        data-empty={option.count === 0}
        onClick={() => onPick(option)}
      >
        <Mark option={option} />
        <span className="shrinks breaks" data-part="option-label">
          {option.label}
        </span>
        {option.count !== null && <Count value={option.count} noun="products" className={styles.count} />}
        <span className={styles.end}>
          {drills && <Icon name="right" size={16} />}
          {!drills && option.chosen && <Icon name="check" size={16} />}
        </span>
      </button>
    </li>
  );
}

interface OptionsViewProps {
  /** Names the list, and its search box. */
  label: string;
  options: readonly OptionView[];
  /** Otherwise as many as there are decide. */
  searchable?: boolean;
  text: string;
  onText: (text: string) => void;
  /** Enter in the search. */
  onEnter: () => void;
  /** Options that lead on instead of being chosen. */
  drills?: (option: OptionView) => boolean;
  onPick: (option: OptionView) => void;
  /** Stands before the options: (All), a back step. */
  children?: ReactNode;
}

/** A shorter list is read sooner than searched through. */
const FEWEST_SEARCHED = 20;

/** Options in columns, with a search above them where they are many. */
export function OptionsView(props: OptionsViewProps) {
  const { label, options, text, onText, onEnter, drills, onPick, children } = props;
  const { searchable = text !== "" || options.length >= FEWEST_SEARCHED } = props;
  return (
    <>
      {searchable && (
        <SearchField
          label={`Search ${label.toLowerCase()}`}
          value={text}
          onChange={onText}
          onEnter={onEnter}
        />
      )}
      <ul className={styles.options} role="list" aria-label={label}>
        {text === "" && children}
        {options.map((option) => (
          <OptionRow key={option.value} option={option} drills={drills?.(option)} onPick={onPick} />
        ))}
      </ul>
      {options.length === 0 && <p className="muted type-control p-2">(No items)</p>}
    </>
  );
}

/** Options with a search within them; Enter there adds the first match as a chip. */
export function OptionList(props: Omit<OptionsViewProps, "text" | "onText" | "onEnter">) {
  const [text, setText] = useState("");
  const shown = matching(props.options, text);
  const pickFirst = () => {
    const [first] = shown;
    if (!first || text.trim() === "") return;
    props.onPick(first);
    setText("");
  };
  return <OptionsView {...props} options={shown} text={text} onText={setText} onEnter={pickFirst} />;
}

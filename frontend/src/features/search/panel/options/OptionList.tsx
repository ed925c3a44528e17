import { useState, type ReactNode } from "react";
import { SearchField } from "./SearchField";
import { OptionRow } from "./OptionRow";
import { matching, type OptionView } from "./options";
import styles from "../panel.module.css";

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

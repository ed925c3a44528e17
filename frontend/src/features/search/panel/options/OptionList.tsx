import { useState, type ReactNode } from "react";
import { SearchField } from "./SearchField";
import { OptionRow } from "./OptionRow";
import { matching, type OptionView } from "./options";
import styles from "../panel.module.css";

interface OptionListProps {
  /** Names the list, and its search box. */
  label: string;
  options: readonly OptionView[];
  searchable: boolean;
  /** Options that lead on instead of being chosen. */
  drills?: (option: OptionView) => boolean;
  onPick: (option: OptionView) => void;
  /** Stands before the options: (All), a back step. */
  children?: ReactNode;
}

/** Options in columns with a search within them; Enter there adds the first match as a chip. */
export function OptionList({ label, options, searchable, drills, onPick, children }: OptionListProps) {
  const [text, setText] = useState("");
  const shown = matching(options, text);
  const pickFirst = () => {
    const [first] = shown;
    if (!first || text.trim() === "") return;
    onPick(first);
    setText("");
  };
  return (
    <>
      {searchable && (
        <SearchField
          label={`Search ${label.toLowerCase()}`}
          value={text}
          onChange={setText}
          onEnter={pickFirst}
        />
      )}
      <ul className={styles.options} role="list" aria-label={label}>
        {text === "" && children}
        {shown.map((option) => (
          <OptionRow key={option.value} option={option} drills={drills?.(option)} onPick={onPick} />
        ))}
      </ul>
      {shown.length === 0 && <p className={styles.noItems}>(No items)</p>}
    </>
  );
}

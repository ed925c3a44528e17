import { useState } from "react";
import { Action } from "../../../components/Action";
import { fieldLabel, type BrandField } from "../../../components/brandform/fields";
import { elementsWith, elementWords, usesOf, type Use } from "./pick";
import type { PageElement } from "./trial";
import styles from "../editor/editor.module.css";
import page from "../scraper.module.css";

const MOST_HITS = 12;

interface FoundProps {
  elements: readonly PageElement[];
  onPick: (index: number) => void;
}

/** Elements by their words: what pointing at the picture does, without a pointer. */
function FindElement({ elements, onPick }: FoundProps) {
  const [words, setWords] = useState("");
  const hits = elementsWith(elements, words, MOST_HITS);
  return (
    <div className="grid gap-2 full">
      <input
        className={styles.input}
        type="search"
        aria-label="Find an element by its words"
        placeholder="Or find it by its words, such as R 299"
        autoComplete="off"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div role="status">
        {words.trim() !== "" && hits.length === 0 && <p>No element has these words.</p>}
      </div>
      {hits.length > 0 && (
        <ul className={styles.hits} aria-label="Elements">
          {hits.map(({ element, index }) => (
            <li key={index}>
              <button type="button" onClick={() => onPick(index)}>
                {elementWords(element)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface PickedProps {
  element: PageElement;
  fields: readonly BrandField[];
  onUse: (use: Use) => void;
}

function Picked({ element, fields, onUse }: PickedProps) {
  const uses = usesOf(element).filter(({ field }) => fields.some(({ name }) => name === field));
  const [chosen, setChosen] = useState("");
  const use = uses.find(({ field }) => field === chosen) ?? uses[0];
  if (!use) return null;
  return (
    <div className={styles.picked} data-part="picked">
      <p className="strong">{elementWords(element)}</p>
      <div className="wrap gap-2">
        <select
          className={page.select}
          aria-label="Use it for"
          value={use.field}
          onChange={(event) => setChosen(event.target.value)}
        >
          {uses.map(({ field }) => (
            <option key={field} value={field}>
              {fieldLabel(field, fields)}
            </option>
          ))}
        </select>
        <Action className={styles.secondary} onClick={() => onUse(use)}>
          Use this selector
        </Action>
      </div>
      <p>
        <code>{use.selector}</code>
      </p>
      <p className="muted">{use.note}</p>
    </div>
  );
}

interface PickBarProps {
  elements: readonly PageElement[];
  fields: readonly BrandField[];
  picking: boolean;
  picked: number | null;
  onPicking: (picking: boolean) => void;
  onPick: (index: number) => void;
  onUse: (use: Use) => void;
}

/** Turns pointing on and off, and takes the selector of what was pointed at into the form. */
export function PickBar(props: PickBarProps) {
  const { elements, fields, picking, picked, onPicking, onPick, onUse } = props;
  const element = picked === null ? undefined : elements[picked];
  if (elements.length === 0) return null;
  return (
    <div className={styles.pick} role="group" aria-label="Selector of an element">
      <Action className={styles.secondary} aria-pressed={picking} onClick={() => onPicking(!picking)}>
        Point at an element
      </Action>
      {picking && (
        <>
          <p className="muted">Press an element in the picture to get its selector.</p>
          <FindElement elements={elements} onPick={onPick} />
        </>
      )}
      {picking && element && <Picked key={picked} element={element} fields={fields} onUse={onUse} />}
    </div>
  );
}

import { useState } from "react";
import { Action } from "../../../components/Action";
import { fieldLabel, type BrandField } from "../../../components/brandform/values";
import type { PageElement } from "./trial";
import styles from "../editor/editor.module.css";
import page from "../scraper.module.css";

/** What an element can be taken for: a field of the form, its selector, and how far that carries. */
export interface Use {
  field: string;
  selector: string;
  note: string;
  /** Other fields that follow from it. */
  also: Readonly<Record<string, string>>;
}

/** Fields whose selectors apply to a card. */
const CARD_FIELDS = [
  "productNameXPath",
  "priceXPath",
  "salePriceXPath",
  "soldOutXPath",
  "sizeXPath",
  "hrefClass",
  "productBrandXPath",
  "hoverNodePath",
  "backgroundImageSelector",
  "detailSelector",
];
/** Fields whose selectors apply to the page. */
const PAGE_FIELDS = ["nextButtonSelector", "infiniteScrollButtonSelector", "popupCloseButtonSelector"];

/** All that an element can be taken for, the likeliest first. */
export function usesOf({ card, likes, alone }: PageElement): Use[] {
  const uses: Use[] = [];
  if (likes) {
    const { selector, count, depth } = likes;
    const note = `Finds ${count} images; their cards begin ${depth} levels up.`;
    uses.push({ field: "nodePath", selector, note, also: { parentDepth: String(depth) } });
  }
  if (card) {
    const note = `Finds one element in ${card.hits} of the first ${card.of} cards.`;
    uses.push(...CARD_FIELDS.map((field) => ({ field, selector: card.selector, note, also: {} })));
  }
  const note = "Finds this element alone.";
  return [...uses, ...PAGE_FIELDS.map((field) => ({ field, selector: alone, note, also: {} }))];
}

const area = ({ box: [, , width, height] }: PageElement) => width * height;

/** The place of the smallest element under a point of the picture; -1 where there is none. */
export function elementAt(elements: readonly PageElement[], x: number, y: number): number {
  let best = -1;
  elements.forEach((element, index) => {
    const [left, top, width, height] = element.box;
    if (x < left || y < top || x > left + width || y > top + height) return;
    const current = elements[best];
    // Of two that are as large the inner one comes later in the document.
    if (!current || area(element) <= area(current)) best = index;
  });
  return best;
}

export interface Hit {
  index: number;
  element: PageElement;
}

/** The elements whose own words or tag hold these words, the shortest text first. */
export function elementsWith(elements: readonly PageElement[], words: string, most: number): Hit[] {
  const wanted = words.trim().toLocaleLowerCase();
  if (wanted === "") return [];
  return elements
    .map((element, index) => ({ element, index }))
    .filter(({ element }) => element.tag === wanted || element.text.toLocaleLowerCase().includes(wanted))
    .sort((a, b) => a.element.text.length - b.element.text.length)
    .slice(0, most);
}

export function elementWords({ tag, text }: PageElement): string {
  return text === "" ? tag : `${tag} “${text}”`;
}

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

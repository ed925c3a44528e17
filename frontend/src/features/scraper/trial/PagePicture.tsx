import { type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../../components/Button";
import { Select } from "../../../components/Select";
import { type BrandField, fieldLabel } from "../../../components/brandform/values";
import type { MatchedNode, PageElement, TrialPage } from "./trial";
import styles from "../editor/editor.module.css";

/** What an element can be taken for: a field of the form, its selector, and how far that carries. */
export interface Use {
  field: string;
  selector: string;
  note: string;
  /** Other fields that follow from it. */
  also?: Readonly<Record<string, string>>;
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
  const image = likes && {
    field: "nodePath",
    selector: likes.selector,
    note: `Finds ${likes.count} images; their cards begin ${likes.depth} levels up.`,
    also: { parentDepth: String(likes.depth) },
  };
  const inCard = (field: string, { selector, hits, of }: NonNullable<typeof card>) => ({
    field,
    selector,
    note: `Finds one element in ${hits} of the first ${of} cards.`,
  });
  return [
    ...(image ? [image] : []),
    ...(card ? CARD_FIELDS.map((field) => inCard(field, card)) : []),
    ...PAGE_FIELDS.map((field) => ({ field, selector: alone, note: "Finds this element alone." })),
  ];
}

const area = ({ box: [, , width, height] }: PageElement) => width * height;

/** The place of the smallest element under a point of the picture; null where there is none. */
export function elementAt(elements: readonly PageElement[], x: number, y: number): number | null {
  let best: number | null = null;
  elements.forEach((element, index) => {
    const [left, top, width, height] = element.box;
    if (x < left || y < top || x > left + width || y > top + height) return;
    const current = best === null ? undefined : elements[best];
    // Of two that are as large the inner one comes later in the document.
    if (!current || area(element) <= area(current)) best = index;
  });
  return best;
}

/** The elements whose own words or tag hold these words, the shortest text first. */
export function elementsWith(elements: readonly PageElement[], words: string, most: number) {
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

/** Elements by their words: what pointing at the picture does, without a pointer. */
function FindElement({
  elements,
  onPick,
}: {
  elements: readonly PageElement[];
  onPick: (index: number) => void;
}) {
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

/** What the chosen element can be taken for, and the way into the form. */
function Picked({ element, fields, onUse }: PickedProps) {
  const uses = usesOf(element).filter(({ field }) => fields.some(({ name }) => name === field));
  const [chosen, setChosen] = useState("");
  const use = uses.find(({ field }) => field === chosen) ?? uses[0];
  if (!use) return null;
  return (
    <div className={styles.picked} data-part="picked">
      <p className="strong">{elementWords(element)}</p>
      <div className="wrap gap-2">
        <Select
          aria-label="Use it for"
          options={uses.map(({ field }) => [field, fieldLabel(field, fields)])}
          value={use.field}
          onChange={(event) => setChosen(event.target.value)}
        />
        <Button onClick={() => onUse(use)}>Use this selector</Button>
      </div>
      <p>
        <code>{use.selector}</code>
      </p>
      <p className="muted">{use.note}</p>
    </div>
  );
}

/** px of the page that stay in sight above the first match. */
const ABOVE = 40;

/** A node's place as shares of the picture, so that the outline scales with it. */
function outlineStyle({ x, y, width, height }: MatchedNode, page: TrialPage) {
  const share = (part: number, total: number) => `${(100 * part) / total}%`;
  return {
    left: share(x, page.width),
    top: share(y, page.height),
    width: share(width, page.width),
    height: share(height, page.height),
  };
}

interface GlassProps {
  page: TrialPage;
  picked: number | null;
  onPick: (index: number) => void;
}

/**
 * Lies over the picture: what is under the pointer is outlined, a press picks it. The list of
 * elements does the same by the keyboard.
 */
function Glass({ page, picked, onPick }: GlassProps) {
  const [over, setOver] = useState<number | null>(null);
  const at = (event: PointerEvent) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * page.width;
    const y = ((event.clientY - top) / height) * page.height;
    return elementAt(page.elements, x, y);
  };
  const box = page.elements[over ?? picked ?? -1]?.box;
  return (
    <div
      className={styles.glass}
      role="presentation"
      data-part="glass"
      onPointerMove={(event) => setOver(at(event))}
      onPointerLeave={() => setOver(null)}
      onPointerUp={(event) => {
        const index = at(event);
        if (index !== null) onPick(index);
      }}
    >
      {box && (
        <span
          className={styles.pointed}
          style={outlineStyle({ x: box[0], y: box[1], width: box[2], height: box[3] }, page)}
        />
      )}
    </div>
  );
}

interface PagePictureProps {
  page: TrialPage;
  fields: readonly BrandField[];
  onUse: (use: Use) => void;
}

/**
 * The page as the browser saw it, from its first match on; matched nodes are outlined and numbered.
 * An element that is pointed at gives its selector to the form.
 */
export function PagePicture({ page, fields, onUse }: PagePictureProps) {
  const { elements, nodes, screenshot, width, height } = page;
  const [picking, setPicking] = useState(false);
  const [picked, setPicked] = useState<number | null>(null);
  const element = picked === null ? undefined : elements[picked];
  const view = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const first = nodes[0];
    if (!view.current || !first) return;
    view.current.scrollTop = Math.max(0, (first.y - ABOVE) * (view.current.clientWidth / width));
  }, [nodes, width]);
  return (
    <>
      {elements.length > 0 && (
        <div className={styles.pick} role="group" aria-label="Selector of an element">
          <Button aria-pressed={picking} onClick={() => setPicking(!picking)}>
            Point at an element
          </Button>
          {picking && (
            <>
              <p className="muted">Press an element in the picture to get its selector.</p>
              <FindElement elements={elements} onPick={setPicked} />
              {element && <Picked key={picked} element={element} fields={fields} onUse={onUse} />}
            </>
          )}
        </div>
      )}
      {screenshot ? (
        <div ref={view} className={styles.picture} tabIndex={0} role="region" aria-label="Screenshot">
          <div style={{ aspectRatio: `${width} / ${height}` }}>
            <img src={screenshot} alt={`The page with ${nodes.length} matched nodes`} />
            {nodes.map((node, index) => (
              <span
                key={index}
                className={styles.outline}
                style={outlineStyle(node, page)}
                aria-hidden="true"
              >
                <span className={styles.number}>{index + 1}</span>
              </span>
            ))}
            {picking && <Glass page={page} picked={picked} onPick={setPicked} />}
          </div>
        </div>
      ) : (
        <p className="muted">No picture could be taken.</p>
      )}
    </>
  );
}

import type { PageElement } from "./trial";

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

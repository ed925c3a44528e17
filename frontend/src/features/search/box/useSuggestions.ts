import { type KeyboardEvent, useState } from "react";
import { useSearchActions } from "../../../lib/search/SearchProvider";
import { useDebounced, useLatest } from "../../../lib/hooks";
import { recentSearches } from "../../../lib/visitor/preferences";
import { type Session, useSession } from "../../../lib/visitor/session";
import { get, useData } from "../../../lib/api/query";
import { formatPrice } from "../../../lib/catalogue/format";
import { outboundUrl } from "../../../lib/catalogue/addresses";
import { type SearchState, withValues } from "../../../lib/search/searchState";
import type { Suggestions } from "../../../lib/api/wire";
import { track } from "../../../lib/tracking/track";

type SuggestedProduct = Suggestions["products"][number];

interface Line {
  key: string;
  label: string;
}

/** A line that changes the search; the change gets a state in which the text is already taken. */
export interface SearchLine extends Line {
  kind: "Recent" | "Search" | "Category" | "Brand";
  change: (base: SearchState) => SearchState;
  /** How many products it leads to, where that is known. */
  products?: number | null;
}

/** A product, which opens in its store. */
export interface ProductLine extends Line {
  kind: "Product";
  brand: string;
  image: string | null;
  price: string | null;
  open: () => void;
}

export type Suggestion = SearchLine | ProductLine;

const SHORTEST_TEXT = 2;

function textLine(kind: "Recent" | "Search", label: string): SearchLine {
  return { key: `${kind}:${label}`, kind, label, change: (base) => ({ ...base, q: label, page: 1 }) };
}

function filterLine(kind: "Category" | "Brand", attribute: string, value: string, label: string): SearchLine {
  const change = (base: SearchState) => withValues({ ...base, q: "", filters: {} }, attribute, [value]);
  return { key: `${kind}:${value}`, kind, label, change };
}

/** Opens a store's page in a new tab and records it, as a click on a tile does. */
function productLine(product: SuggestedProduct, session: Session): ProductLine[] {
  const { brandId, groupKey, name, brand, image } = product;
  const href = outboundUrl(product.href);
  if (href === null) return [];
  const open = () => {
    track({ brandId, groupKey, href });
    window.open(href, "_blank", "noopener");
  };
  const price = formatPrice(product, session.currency);
  return [{ key: `Product:${product.productId}`, kind: "Product", label: name, brand, image, price, open }];
}

/** Recent searches that go on from what was typed. */
export function recentSuggestions(recent: readonly string[], text: string): Suggestion[] {
  const start = text.trim().toLowerCase();
  return recent
    .filter((old) => old.toLowerCase().startsWith(start) && old.toLowerCase() !== start)
    .map((old) => textLine("Recent", old));
}

/** The server's suggestions: what to search for, where to look, and what may be it already. */
export function serverSuggestions(answer: Suggestions, session: Session): Suggestion[] {
  return [
    ...answer.queries.map((query) => textLine("Search", query)),
    ...answer.categories.map(({ value, label, within, products }) => ({
      ...filterLine("Category", "category", value, within === "" ? label : `${label} in ${within}`),
      products,
    })),
    ...answer.brands.map((brand) => filterLine("Brand", "brand", brand, brand)),
    ...answer.products.flatMap((product) => productLine(product, session)),
  ];
}

/** The lines without those that repeat an earlier one. */
export function distinct(lines: readonly Suggestion[]): Suggestion[] {
  const seen = new Set<string>();
  return lines.filter(({ kind, label }) => {
    const text = kind === "Recent" || kind === "Search" ? label.toLowerCase() : `${kind}:${label}`;
    return !seen.has(text) && seen.add(text);
  });
}

const PAUSE_MS = 150;
const MOST_RECENT = 2;
/** In an empty box, where nothing else is to be suggested. */
const ALL_RECENT = 5;

function useItems(text: string): Suggestion[] {
  const session = useSession();
  // With its last blank: "red " requests what may follow red.
  const wanted = useDebounced(text.trimStart().replace(/\s+$/, " "), PAUSE_MS);
  const { data } = useData({
    ...get("/api/suggest", { params: { query: { q: wanted, currency: session.currency } } }),
    enabled: wanted.trim().length >= SHORTEST_TEXT,
  });
  const recent = recentSuggestions(recentSearches(), text).slice(0, text === "" ? ALL_RECENT : MOST_RECENT);
  const served = data && text.trim().length >= SHORTEST_TEXT ? serverSuggestions(data, session) : [];
  return distinct([...recent, ...served]);
}

/**
 * Suggestions for the text being typed, and the last searches for an empty box; null: neither. They
 * never search by themselves: the 2,000 ms stay.
 */
export function useSuggestions(typed: string | null, focused: boolean, onChosen: () => void) {
  const text = typed ?? "";
  const { commit } = useSearchActions();
  const items = useItems(text);
  const [place, setPlace] = useState({ text, active: -1, closed: false });
  const at = place.text === text ? place : { text, active: -1, closed: false };
  const shown = focused && typed !== null && !at.closed && items.length > 0;
  const chosen = useLatest(onChosen);
  const close = () => setPlace({ text, active: -1, closed: true });
  const choose = (item: Suggestion) => {
    if (item.kind === "Product") item.open();
    else {
      commit(item.change);
      chosen.current();
    }
    close();
  };
  const move = (step: number) => {
    const count = items.length + 1;
    setPlace({ text, closed: false, active: ((at.active + 1 + step + count) % count) - 1 });
  };
  /** Returns whether the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const item = items[at.active];
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape" && shown) close();
    else if (event.key === "Enter" && shown && item) choose(item);
    else return false;
    event.preventDefault();
    return true;
  };
  const activeId = (listId: string) => (shown && at.active >= 0 ? `${listId}-${at.active}` : undefined);
  return { shown, items, active: at.active, choose, close, onKeyDown, activeId };
}

import { createStored, createStoredList, isText, listIn, readStored, writeStored } from "../store";

const KEY = "recentSearches";
const KEPT = 5;

/** What a pause in typing searched for, until the visitor goes on with it. */
let tried = "";

/** The visitor's last searches by text, newest first. They never leave the browser. */
export function recentSearches(): string[] {
  return listIn(readStored(KEY), isText);
}

export function rememberSearch(text: string): void {
  tried = "";
  if (text === "") return;
  const others = recentSearches().filter((old) => old.toLowerCase() !== text.toLowerCase());
  writeStored(KEY, JSON.stringify([text, ...others].slice(0, KEPT)));
}

/** A pause searched for it: half a word, perhaps. */
export function triedSearch(text: string): void {
  tried = text;
}

/** Something was done with what was found. */
export function confirmSearch(): void {
  if (tried !== "") rememberSearch(tried);
}

/** Spec §9: the key under which the chosen style ids are kept. */
const SELECTED_STYLES_KEY = "selectedStyles";
const MANUAL_KEY = "manualFiltered";
const SORT_KEY = "sort";

function isId(value: unknown): value is number {
  return Number.isInteger(value);
}

/** The style ids chosen on /style-select; anything unreadable counts as none. */
export function selectedStyleIds(): number[] {
  return listIn(readStored(SELECTED_STYLES_KEY), isId);
}

/** Keeps the choice for the home page; Skip keeps an empty one. */
export function storeSelectedStyles(ids: readonly number[]): void {
  writeStored(SELECTED_STYLES_KEY, JSON.stringify(ids));
}

/** Whether the visitor filtered by hand: the stored styles then no longer apply by themselves. */
export function isManuallyFiltered(): boolean {
  return readStored(MANUAL_KEY) === "true";
}

/** Home, Clear all and every filter set it; Continue on /style-select clears it. */
export function setManuallyFiltered(manual: boolean): void {
  writeStored(MANUAL_KEY, manual ? "true" : null);
}

/** The last chosen sort (spec §4): reused when a later search names none. */
export function rememberedSort(): string | null {
  return readStored(SORT_KEY);
}

export function rememberSort(sort: string | null): void {
  writeStored(SORT_KEY, sort);
}

/** A choice of the visitor that is off until it is stored. */
const createFlag = (key: string) =>
  createStored(
    key,
    (text) => text === "true",
    (on) => (on ? "true" : null),
  );

export const largeTiles = createFlag("largeTiles");

/** Whether the lists beside the results are hidden: the products then have the whole width. */
export const railHidden = createFlag("filtersHidden");

/** The sizes that the visitor has, in letters or numbers, as stores write them. */
export const mySizes = createStoredList("mySizes", isText);

import { isText, listIn, readStored, writeStored } from "./storage";

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

import { isText, listIn, readStored, writeStored } from "./storage";

const KEY = "recentSearches";
const KEPT = 5;

/** The visitor's last searches by text, newest first. They never leave the browser. */
export function recentSearches(): string[] {
  return listIn(readStored(KEY), isText);
}

export function rememberSearch(text: string): void {
  const others = recentSearches().filter((old) => old.toLowerCase() !== text.toLowerCase());
  writeStored(KEY, JSON.stringify([text, ...others].slice(0, KEPT)));
}

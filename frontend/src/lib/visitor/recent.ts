import { isText, listIn, readStored, writeStored } from "./storage";

const KEY = "recentSearches";
const KEPT = 5;

/** The visitor's last searches by text, newest first. They never leave the browser. */
export function recentSearches(): string[] {
  return listIn(readStored(KEY), isText);
}

/** The newest one is replaced by a text that goes on from it: a pause in typing had searched for it. */
export function rememberSearch(text: string): void {
  const lower = text.toLowerCase();
  const others = recentSearches().filter((old, index) => {
    const before = old.toLowerCase();
    return before !== lower && !(index === 0 && lower.startsWith(before));
  });
  writeStored(KEY, JSON.stringify([text, ...others].slice(0, KEPT)));
}

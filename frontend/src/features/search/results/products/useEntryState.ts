import { useState } from "react";
import { useLocation } from "react-router-dom";
import { scrollEntry } from "../../../../lib/browser/scroll";
import { readStored, writeStored } from "../../../../lib/visitor/storage";

/**
 * A value of the history entry, as its scroll position is: back and forward find the page as it was
 * left. `parse` reads its JSON, or null where nothing is stored.
 */
export function useEntryState<T>(prefix: string, parse: (json: string | null) => T): [T, (next: T) => void] {
  const key = prefix + scrollEntry(useLocation());
  const read = () => ({ key, value: parse(readStored(key, "sessionStorage")) });
  const [kept, setKept] = useState(read);
  const current = kept.key === key ? kept : read();
  if (current !== kept) setKept(current);
  const keep = (value: T) => {
    writeStored(key, JSON.stringify(value), "sessionStorage");
    setKept({ key, value });
  };
  return [current.value, keep];
}

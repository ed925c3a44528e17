import { useState } from "react";
import { useLocation } from "react-router-dom";
import { PHONE, useMediaQuery } from "../../../../hooks/useMediaQuery";
import { scrollEntry } from "../../../../lib/browser/scroll";
import { toggled } from "../../../../lib/search/searchState";
import { isText, listIn, readStored, writeStored } from "../../../../lib/visitor/storage";

/**
 * A value of the history entry, as its scroll position is: back and forward find the page as it was
 * left. `parse` reads its JSON, or null where nothing is stored.
 */
function useEntryState<T>(prefix: string, parse: (json: string | null) => T): [T, (next: T) => void] {
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

/** The sections that are collapsed, by id; a new search starts with all open (spec §2.4). */
export function useFolded() {
  const [folded, keep] = useEntryState("folded:", (json) => listIn(json, isText));
  return { folded, toggle: (id: string) => keep(toggled(folded, id)) };
}

/** Twelve rows of a phone: a page of 100 is 22,000 px. */
const STEP = 24;

/** How many of a page's products a phone shows at a time. */
export function useShown() {
  const phone = useMediaQuery(PHONE);
  const [count, keep] = useEntryState("shown:", (json) => Math.max(STEP, Number(json) || 0));
  return { shown: phone ? count : Number.POSITIVE_INFINITY, showMore: () => keep(count + STEP) };
}

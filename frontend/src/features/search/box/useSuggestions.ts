import { useState, type KeyboardEvent } from "react";
import { useSearchActions } from "../../../hooks/searchContext";
import { useDebounced } from "../../../hooks/useDebounced";
import { useLatest } from "../../../hooks/useLatest";
import { recentSearches } from "../../../lib/visitor/recent";
import { useSession } from "../../../lib/visitor/session";
import { useData } from "../../../hooks/useData";
import {
  distinct,
  recentSuggestions,
  serverSuggestions,
  SHORTEST_TEXT,
  suggestionsFor,
  type Suggestion,
} from "./suggest";

const PAUSE_MS = 150;
const MOST_RECENT = 2;
/** In an empty box, where nothing else is to be suggested. */
const ALL_RECENT = 5;

function useItems(text: string): Suggestion[] {
  const session = useSession();
  const wanted = useDebounced(text.trimStart().replace(/\s+$/, " "), PAUSE_MS);
  const { data } = useData({
    ...suggestionsFor(wanted, session),
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

import { createContext, useContext, useSyncExternalStore } from "react";
import type { Draft } from "../lib/search/draft";
import type { SearchState } from "../lib/search/searchState";

/** Makes the next state from the one a choice builds on, in which the typed text is already taken. */
export type Change = (base: SearchState) => SearchState;

/** How anything on the home route changes the search. The same functions for as long as it is shown. */
export interface SearchActions {
  /** One change, one history entry, one request. */
  commit: (change: Change) => void;
  /** Searches for the typed text now (Enter, the Search button). */
  searchNow: () => void;
  /** Back to "not searched". */
  clearAll: () => void;
  draft: Draft;
}

export const SearchStateContext = createContext<SearchState | null>(null);
export const SearchActionsContext = createContext<SearchActions | null>(null);

/** The URL's search, in the visitor's currency. */
export function useSearchState(): SearchState {
  const state = useContext(SearchStateContext);
  if (state === null) throw new Error("There is a search only inside SearchProvider");
  return state;
}

export function useSearchActions(): SearchActions {
  const actions = useContext(SearchActionsContext);
  if (actions === null) throw new Error("There is a search only inside SearchProvider");
  return actions;
}

/** The text in the box while it is being typed; null otherwise. */
export function useDraftText(): string | null {
  const { draft } = useSearchActions();
  return useSyncExternalStore(draft.subscribe, draft.get);
}

/** Whether there is typed text, which already cleared the chips (spec §4); emptied, it gives them back. */
export function useTyping(): boolean {
  const { draft } = useSearchActions();
  return useSyncExternalStore(draft.subscribe, () => Boolean(draft.get()?.trim()));
}

import { useEffect, useMemo, type ReactNode } from "react";
import { useLocation, useNavigate, type NavigateFunction } from "react-router-dom";
import { createDraft, type Draft } from "../lib/search/draft";
import { attributesOf, filterData } from "../lib/api/filterData";
import { isOverlayState, OVERLAY_STATE } from "../lib/browser/overlayState";
import { rememberedSort, setManuallyFiltered } from "../lib/visitor/preferences";
import { rememberSearch } from "../lib/visitor/recent";
import { reloadData } from "../lib/browser/reload";
import {
  EMPTY_STATE,
  formatSearch,
  inCurrency,
  isSearched,
  onlyKnown,
  parseSearch,
  readAnew,
  type SearchState,
} from "../lib/search/searchState";
import { getSession, onSessionChange, setCountryCode, useSession } from "../lib/visitor/session";
import { SearchActionsContext, SearchStateContext, type Change, type SearchActions } from "./searchContext";
import { useLatest } from "./useLatest";

/** The search of the URL as it is this moment, also between a navigation and its render. */
function stateNow(): SearchState {
  return inCurrency(parseSearch(window.location.search), getSession().currency);
}

/**
 * Typed text replaces text and filters alike: typing clears the chosen chips (spec §4). A text that
 * was emptied again leaves the chips, which are back by then.
 */
function withDraft(state: SearchState, text: string | null): SearchState {
  if (text === null) return state;
  const q = text.trim();
  return q === "" ? { ...state, q, page: 1 } : { ...EMPTY_STATE, sort: state.sort, q };
}

function finished(next: SearchState, before: SearchState): SearchState {
  const { currency } = getSession();
  const sort = next.sort ?? (isSearched(before) ? null : rememberedSort());
  const kept = next.q === before.q ? next : readAnew(next);
  return { ...kept, sort, currency: currency === "ZAR" ? null : currency };
}

function go(navigate: NavigateFunction, next: SearchState, overlay: boolean): void {
  const search = formatSearch(next);
  if (search === window.location.search) reloadData();
  // Written in place while the phone's panel is open, so that back closes the panel (ui.md).
  else void navigate({ pathname: "/", search }, { replace: overlay, state: overlay ? OVERLAY_STATE : null });
}

/** Another currency drops the bands of the one before, and any change starts at page 1 (spec §4). */
function useFollowSession(navigate: NavigateFunction): void {
  useEffect(
    () =>
      onSessionChange(() => {
        const search = formatSearch({ ...finished(stateNow(), stateNow()), page: 1 });
        if (search !== window.location.search) void navigate({ pathname: "/", search }, { replace: true });
      }),
    [navigate],
  );
}

function createActions(navigate: (next: SearchState) => void): SearchActions {
  const draft: Draft = createDraft(() => searchNow());
  const commit = (change: Change) => {
    const before = stateNow();
    const next = finished(change(withDraft(before, draft.take())), before);
    if (next.q !== "" && next.q !== before.q) rememberSearch(next.q);
    setManuallyFiltered(true);
    navigate(next);
  };
  const searchNow = () => commit((base) => ({ ...base, page: 1 }));
  const clearAll = () => {
    commit(() => EMPTY_STATE);
    setCountryCode("");
  };
  return { commit, searchNow, clearAll, draft };
}

/** Puts the URL's search, and the ways to change it, within reach of everything on the home route. */
export function SearchProvider({ children }: { children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const { currency } = useSession();
  const registry = filterData.use().data;
  const overlay = useLatest(isOverlayState(location.state));
  const navigateTo = useLatest(navigate);
  const actions = useMemo(
    () => createActions((next) => go(navigateTo.current, next, overlay.current)),
    [navigateTo, overlay],
  );
  const state = useMemo(() => {
    const parsed = inCurrency(parseSearch(location.search), currency);
    return registry ? onlyKnown(parsed, attributesOf(registry)) : parsed;
  }, [location.search, currency, registry]);
  useFollowSession(navigate);
  // Any navigation, and leaving the route, cancels what was being typed.
  useEffect(() => () => void actions.draft.take(), [actions, location.key]);
  return (
    <SearchActionsContext value={actions}>
      <SearchStateContext value={state}>{children}</SearchStateContext>
    </SearchActionsContext>
  );
}

import { useEffect, useMemo, type ReactNode } from "react";
import { useLocation, useNavigate, type NavigateFunction } from "react-router-dom";
import { createDraft, type Draft } from "../lib/search/draft";
import { attributesOf, filterData } from "../lib/api/filterData";
import { onePrice } from "../lib/catalogue/price";
import type { FilterData } from "../lib/api/wire";
import { showToast } from "../lib/toasts";
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

/** The state with the filters that there are, and with values that can be chosen together. */
function servable(state: SearchState, registry: FilterData, currency: string): SearchState {
  const known = onlyKnown(state, attributesOf(registry));
  const prices = known.filters.price ?? [];
  const chosen = onePrice(prices, registry, currency);
  return chosen.length === prices.length ? known : { ...known, filters: { ...known.filters, price: chosen } };
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
        const { price = [] } = parseSearch(window.location.search).filters;
        const state = stateNow();
        if (price.length > 0 && !state.filters.price)
          showToast("The price was taken away: it was chosen in another currency");
        const search = formatSearch({ ...finished(state, state), page: 1 });
        if (search !== window.location.search) void navigate({ pathname: "/", search }, { replace: true });
      }),
    [navigate],
  );
}

function createActions(
  navigate: (next: SearchState) => void,
  registryNow: () => FilterData | undefined,
): SearchActions {
  const draft: Draft = createDraft(() => searchNow());
  const commit = (change: Change) => {
    const before = stateNow();
    const changed = finished(change(withDraft(before, draft.take())), before);
    const registry = registryNow();
    const next = registry ? servable(changed, registry, getSession().currency) : changed;
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
  const registryTo = useLatest(registry);
  const actions = useMemo(
    () =>
      createActions(
        (next) => go(navigateTo.current, next, overlay.current),
        () => registryTo.current,
      ),
    [navigateTo, overlay, registryTo],
  );
  const state = useMemo(() => {
    const parsed = inCurrency(parseSearch(location.search), currency);
    return registry ? servable(parsed, registry, currency) : parsed;
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

import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { type NavigateFunction, useLocation, useNavigate } from "react-router-dom";
import type { FilterData } from "../api/wire";
import { showToast } from "../toasts";
import { type Click, trackedLink } from "../tracking/track";
import { isOverlayState, OVERLAY_STATE } from "../browser/history";
import {
  confirmSearch,
  rememberedSort,
  rememberSearch,
  setManuallyFiltered,
  triedSearch,
} from "../visitor/preferences";
import { reloadData } from "../api/query";
import {
  EMPTY_STATE,
  formatSearch,
  inCurrency,
  isSearched,
  OWN_CURRENCY,
  parseSearch,
  resetInterpretation,
  type SearchState,
} from "./searchState";
import { normalize, priceLabel, unknownIn } from "./servable";
import { getSession, onSessionChange, setCountryCode, useSession } from "../visitor/session";
import { useFiltersThere } from "../api/catalogue";
import { useLatest, useProvided } from "../hooks";
import { createStore } from "../store";

/** Makes the next state from the one a choice builds on, in which the typed text is already taken. */
type Change = (base: SearchState) => SearchState;

/** How anything on the home route changes the search. The same functions for as long as it is shown. */
interface SearchActions {
  /** One change, one history entry, one request. */
  commit: (change: Change) => void;
  /** Searches for the typed text now (Enter, the Search button). */
  searchNow: () => void;
  /** Back to "not searched". */
  clearAll: () => void;
  draft: Draft;
}

const SearchStateContext = createContext<SearchState | null>(null);
const SearchActionsContext = createContext<SearchActions | null>(null);

/** The URL's search, in the visitor's currency. */
export const useSearchState = () => useProvided(SearchStateContext);

export const useSearchActions = () => useProvided(SearchActionsContext);

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

/** Spec §9: a search starts this long after the last keystroke, in ms. */
export const TEXT_PAUSE_MS = 2000;

/** The text being typed, before it is a search. */
export interface Draft {
  /** What the box shows instead of the URL's text; null while that is it. */
  get: () => string | null;
  edit: (text: string) => void;
  /** Takes the text and cancels the timer; null when nothing was being typed. */
  discard: () => string | null;
  /** Takes the text for a search whose page may take a while: the box shows it until `arrive`. */
  submit: () => string | null;
  /** Another page is there: what was sent is its text, what was typed since goes on being typed. */
  settle: () => void;
  subscribe: (listener: () => void) => () => void;
}

/** `onPause` is called without arguments: it is expected to `send` the text. */
export function createDraft(onPause: () => void): Draft {
  const { get, set, subscribe } = createStore<string | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTyped = false;
  let isAwaited = false;
  const cancel = () => {
    clearTimeout(timer);
    const text = isTyped ? get() : null;
    isTyped = false;
    return text;
  };
  const discard = () => {
    const text = cancel();
    isAwaited = false;
    set(null);
    return text;
  };
  return {
    get,
    edit: (text) => {
      clearTimeout(timer);
      timer = setTimeout(onPause, TEXT_PAUSE_MS);
      isTyped = true;
      set(text);
    },
    discard,
    submit: () => {
      isAwaited = true;
      return cancel();
    },
    settle: () => {
      if (isAwaited && isTyped) isAwaited = false;
      else discard();
    },
    subscribe,
  };
}

/** The registry; undefined before it has come. */
type Registry = FilterData | undefined;

/** An address's search, as far as it can be served; before that is known, as it stands. */
function stateOf(search: string, served: Registry, currency: string): SearchState {
  const parsed = parseSearch(search);
  return served ? normalize(parsed, served, currency) : inCurrency(parsed, currency);
}

/** The search of an address: other pages than home have none, whatever their query is. */
function searchOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname === "/" ? search : "";
}

/** The search of the URL as it is this moment, also between a navigation and its render. */
function currentState(served: Registry): SearchState {
  return stateOf(searchOf(window.location), served, getSession().currency);
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

function withDefaults(next: SearchState, before: SearchState): SearchState {
  const { currency } = getSession();
  const sort = next.sort ?? (isSearched(before) ? null : rememberedSort());
  const kept = next.q === before.q ? next : resetInterpretation(next);
  return { ...kept, sort, currency: currency === OWN_CURRENCY ? null : currency };
}

/** Returns whether another page comes. */
function go(navigate: NavigateFunction, next: SearchState, overlay: boolean): boolean {
  const { pathname, search: now } = window.location;
  const search = formatSearch(next);
  const isThere = pathname === "/" && search === now;
  if (isThere) reloadData();
  // Written in place while the phone's panel is open, so that back closes the panel (ui.md).
  else void navigate({ pathname: "/", search }, { replace: overlay, state: overlay ? OVERLAY_STATE : null });
  return !isThere;
}

/** Reports the converted price of an address, once the currency is another one. */
function toastPriceConverted(before: SearchState, now: SearchState, served: Registry): void {
  const { currency } = getSession();
  if (!before.filters.price || (before.currency ?? OWN_CURRENCY) === currency) return;
  const was = served && priceLabel(before, served, before.currency ?? OWN_CURRENCY);
  showToast(
    served && was && now.filters.price
      ? `The price ${was} is now ${priceLabel(now, served, currency)}`
      : "The price was taken away: it was chosen in another currency",
  );
}

/** Another currency converts the price, and any change starts at page 1 (spec §4). */
function useFollowSession(navigate: NavigateFunction, served: Registry): void {
  const latest = useLatest(served);
  useEffect(
    () =>
      onSessionChange(() => {
        if (window.location.pathname !== "/") return;
        const state = currentState(latest.current);
        toastPriceConverted(parseSearch(window.location.search), state, latest.current);
        const search = formatSearch({ ...withDefaults(state, state), page: 1 });
        if (search !== window.location.search) void navigate({ pathname: "/", search }, { replace: true });
      }),
    [navigate, latest],
  );
}

/** Reports what an old link requests and no longer exists. */
function useUnknownFilterToast(search: string, served: Registry): void {
  useEffect(() => {
    const unknown = served ? unknownIn(parseSearch(search), served) : [];
    if (unknown.length > 0) showToast(`There is no such filter any more: ${unknown.slice(0, 3).join(", ")}`);
  }, [search, served]);
}

/** A text that a pause searched for may be half a word: it is remembered once it is gone on with. */
function noteSearch(q: string, isNew: boolean, isPause: boolean): void {
  if (!isNew) confirmSearch();
  else if (isPause) triedSearch(q);
  else rememberSearch(q);
}

function createActions(navigate: (next: SearchState) => boolean, servedNow: () => Registry): SearchActions {
  const first = (base: SearchState) => ({ ...base, page: 1 });
  const make = (change: Change, isPause: boolean) => {
    const served = servedNow();
    const before = currentState(served);
    const changed = withDefaults(change(withDraft(before, draft.submit())), before);
    const next = served ? normalize(changed, served, getSession().currency) : changed;
    noteSearch(next.q, next.q !== before.q, isPause);
    setManuallyFiltered(true);
    if (!navigate(next)) draft.settle();
  };
  const draft: Draft = createDraft(() => make(first, true));
  const commit = (change: Change) => make(change, false);
  const searchNow = () => commit(first);
  const clearAll = () => {
    commit(() => EMPTY_STATE);
    setCountryCode("");
  };
  return { commit, searchNow, clearAll, draft };
}

interface SearchLinkProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  change: Change;
  /** What is recorded of a left or middle click. */
  click?: Click;
  /** Called after the search was changed in place. */
  onCommit?: () => void;
}

/** A link to the search after a change. A plain click changes it here, together with what is being typed. */
export function SearchLink({ change, click, onCommit, children, ...link }: SearchLinkProps) {
  const { commit } = useSearchActions();
  const state = useSearchState();
  const recorded = click && trackedLink(click);
  const follow = (event: MouseEvent) => {
    recorded?.onClick();
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    commit(change);
    onCommit?.();
  };
  const search = formatSearch(withDefaults(change(state), state));
  return (
    <a {...link} href={`/${search}`} onClick={follow} onAuxClick={recorded?.onAuxClick}>
      {children}
    </a>
  );
}

/** Puts the URL's search, and the ways to change it, within reach of a page and its header. */
export function SearchProvider({ children }: { children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const { currency } = useSession();
  const served = useFiltersThere();
  const overlay = useLatest(isOverlayState(location.state));
  const navigateTo = useLatest(navigate);
  const servedTo = useLatest(served);
  const actions = useMemo(
    () =>
      createActions(
        (next) => go(navigateTo.current, next, overlay.current),
        () => servedTo.current,
      ),
    [navigateTo, overlay, servedTo],
  );
  const search = searchOf(location);
  const state = useMemo(() => stateOf(search, served, currency), [search, currency, served]);
  useFollowSession(navigate, served);
  useUnknownFilterToast(search, served);
  // Any navigation but the search for it cancels what was being typed.
  useEffect(() => actions.draft.settle(), [actions, location.key]);
  useEffect(() => () => void actions.draft.discard(), [actions]);
  // The box that the page came with (app/templates/first.html): what was typed in it is typed on.
  const [drawn] = useState(() => document.querySelector<HTMLInputElement>("[data-first] input"));
  useEffect(() => {
    if (drawn && drawn.value !== drawn.defaultValue) actions.draft.edit(drawn.value);
  }, [actions, drawn]);
  return (
    <SearchActionsContext value={actions}>
      <SearchStateContext value={state}>{children}</SearchStateContext>
    </SearchActionsContext>
  );
}

import { DECLARED } from "../declared";

/** Chosen values by filter attribute, each list in the order of choosing. */
export type Filters = Readonly<Record<string, readonly string[]>>;

/** Everything that decides what the results screen shows. The URL holds it, and only the URL. */
export interface SearchState {
  readonly q: string;
  readonly filters: Filters;
  /** Index name without `products_` (`price_asc`); null is the default order. */
  readonly sort: string | null;
  /** Counts from 1, as people do. */
  readonly page: number;
  /** The currency of the price bands in `filters`; null where there are none, or they are in ZAR. */
  readonly currency: string | null;
  /** Ids of the parts of the text's meaning that the visitor took away. */
  readonly dismissed: readonly string[];
  /** Whether no word of the text is corrected, completed or left out. */
  readonly asTyped: boolean;
}

export const EMPTY_STATE: SearchState = {
  q: "",
  filters: {},
  sort: null,
  page: 1,
  currency: null,
  dismissed: [],
  asTyped: false,
};

/** The parameters' names, and the server's limits: a longer text is cut instead of refused. */
const { text: TEXT, sort: SORT, page: PAGE, currency: CURRENCY, dismissed: DISMISSED } = DECLARED.address;
const { asTyped: AS_TYPED, longestText, mostParts } = DECLARED.address;
/** The shop's own, which an address does not name. */
export const { ownCurrency: OWN_CURRENCY } = DECLARED.address;
const RESERVED = new Set([TEXT, SORT, PAGE, CURRENCY, DISMISSED, AS_TYPED]);
/** What other sites append to a shared link is not a filter. */
const FOREIGN = /^(utm_.*|fbclid|gclid|msclkid|ref)$/;

function pageOf(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** A text without control characters, which nobody types (`?q=%00`); the server drops them too. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").trim();
}

/** How a text is read; without a text there is nothing to read. */
function readingOf(params: URLSearchParams, q: string): Pick<SearchState, "dismissed" | "asTyped"> {
  if (q === "") return { dismissed: [], asTyped: false };
  const ids = params.getAll(DISMISSED).filter((id) => id !== "" && id.length <= longestText);
  return { dismissed: [...new Set(ids)].slice(0, mostParts), asTyped: params.get(AS_TYPED) === "1" };
}

/** Reads `location.search`. Repeated parameters are several values (`colour=red&colour=blue`). */
export function parseSearch(search: string): SearchState {
  const params = new URLSearchParams(search);
  // A map: the address names its keys, and an object has some of its own ("constructor").
  const filters = new Map<string, string[]>();
  for (const [key, value] of params) {
    if (RESERVED.has(key) || FOREIGN.test(key) || value === "") continue;
    const values = filters.get(key) ?? [];
    if (!values.includes(value)) filters.set(key, [...values, value]);
  }
  const q = withoutControls(params.get(TEXT) ?? "").slice(0, longestText);
  return {
    q,
    filters: Object.fromEntries(filters),
    sort: params.get(SORT) || null,
    page: pageOf(params.get(PAGE)),
    currency: params.get(CURRENCY) || null,
    ...readingOf(params, q),
  };
}

/** The URL's search part, "" for a state that shows the landing screen. Slashes stay readable. */
export function formatSearch(state: SearchState): string {
  if (!isSearched(state)) return "";
  const params = new URLSearchParams();
  if (state.q !== "") {
    params.set(TEXT, state.q);
    for (const id of state.dismissed) params.append(DISMISSED, id);
    if (state.asTyped) params.set(AS_TYPED, "1");
  }
  for (const [attribute, values] of Object.entries(state.filters))
    for (const value of values) params.append(attribute, value);
  if (state.currency !== null && state.filters.price?.length) params.set(CURRENCY, state.currency);
  if (state.sort !== null) params.set(SORT, state.sort);
  if (state.page > 1) params.set(PAGE, String(state.page));
  return `?${params.toString().replaceAll("%2F", "/")}`;
}

/** Whether there is a search at all; without text and filters the carousels show. */
export function isSearched(state: SearchState): boolean {
  return state.q !== "" || Object.values(state.filters).some((values) => values.length > 0);
}

/** The state with an attribute's values replaced; an empty list removes it. Page 1 (spec §4). */
export function withValues(state: SearchState, attribute: string, values: readonly string[]): SearchState {
  // An attribute keeps its place, so that chips do not jump while values come and go.
  const filters = { ...state.filters, [attribute]: values };
  const chosen = Object.entries(filters).filter(([, list]) => list.length > 0);
  return { ...state, filters: Object.fromEntries(chosen), page: 1 };
}

/** Chooses a value, or takes it back when it was chosen. */
export function toggleValue(state: SearchState, attribute: string, value: string): SearchState {
  return withValues(state, attribute, toggled(state.filters[attribute] ?? [], value));
}

export function isChosen(state: SearchState, attribute: string, value: string): boolean {
  return state.filters[attribute]?.includes(value) ?? false;
}

export function countChosen(state: SearchState, attribute?: string): number {
  if (attribute !== undefined) return state.filters[attribute]?.length ?? 0;
  return Object.values(state.filters).reduce((sum, values) => sum + values.length, 0);
}

/** The state with its text read afresh: the choices on how to read it were for the text before. */
export function resetInterpretation(state: SearchState): SearchState {
  return { ...state, dismissed: [], asTyped: false };
}

/** How a search's text is read, as the server's parameters; none where the visitor changed nothing. */
export interface ReadingParameters {
  dismissed?: string[];
  asTyped?: true;
}

export function readingParameters(state: SearchState): ReadingParameters {
  return {
    ...(state.dismissed.length > 0 && { dismissed: [...state.dismissed] }),
    ...(state.asTyped && { asTyped: true }),
  };
}

/** Price bands mean nothing in another currency: they leave with the currency they were in. */
export function inCurrency(state: SearchState, currency: string): SearchState {
  const bands = state.filters.price ?? [];
  if (bands.length === 0 || (state.currency ?? OWN_CURRENCY) === currency) return state;
  return { ...withValues(state, "price", []), currency: null };
}

/** A leading minus means "not" on the wire; a value that begins with one is escaped. */
export function escapeFacetValue(value: string): string {
  return value.replace(/^-/, "\\-");
}

/** The list without the item where it was in it, and with it at the end where it was not. */
export function toggled<T>(items: readonly T[], item: T): T[] {
  return items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
}

/** The letters and digits in lower case, for searches within a list: "h & m" finds H&M. */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase();
}

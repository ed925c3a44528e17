import { api } from "../api/client";
import { confirmSearch } from "../visitor/preferences";
import { inlinedState } from "../api/inlined";
import { backgroundAddress } from "../browser/history";

/** One interaction of spec §7. `href` is an address, or what was done ("Go to page 2"). */
export interface Click {
  brandId: number | null;
  groupKey: string | null;
  href: string;
  /** The product whose tile it is, where another colour of it is shown. */
  tileKey?: string | undefined;
}

/** How a product was looked at without leaving the site; "alert": by the link of an alert's mail. */
type ViewKind = "details" | "quick" | "colour" | "alert";

/** The page may be left at the same moment. */
const keepalive = true;

/** Visitors are not bothered with a click that could not be recorded. */
function ignoringFailure(call: Promise<unknown>): void {
  call.catch(() => undefined);
}

/** Records a click, with the search that it came from. */
export function track({ tileKey, ...click }: Click): void {
  confirmSearch();
  const body = { ...click, ...searchContext(click.brandId, click.groupKey, tileKey) };
  ignoringFailure(api.POST("/api/interactions/saveItemClick", { body, keepalive }));
}

/** Records that a product was looked at. */
export function trackView(kind: ViewKind, brandId: number, groupKey: string, tileKey?: string): void {
  confirmSearch();
  const body = { kind, brandId, groupKey, ...searchContext(brandId, groupKey, tileKey) };
  ignoringFailure(api.POST("/api/interactions/saveItemView", { body, keepalive }));
}

/** The handlers of a link that record left and middle clicks (mouse button 1, spec §9). */
export function trackedLink(click: Click) {
  return {
    onClick: () => track(click),
    onAuxClick: (event: { button: number }) => {
      if (event.button === 1) track(click);
    },
  };
}

/** The search that an interaction came from; `position` counts from 1. */
interface Joined {
  searchId?: string;
  position?: number;
  query?: string;
}

interface Page {
  query?: string;
  page?: number;
  hitsPerPage?: number;
  hits?: readonly { brandId?: number; groupKey?: string }[];
}

/** The part of the server's answer that is read in this module. */
export interface TrackedEvent {
  results: readonly Page[];
}

interface Searched {
  id: string;
  query: string;
  places: ReadonlyMap<string, number>;
}

let last: Searched | null | undefined;

function placeKey(brandId: number, groupKey: string): string {
  return `${brandId} ${groupKey}`;
}

function lastSearch(id: string, { results }: TrackedEvent): Searched | null {
  const [page] = results;
  if (!page?.hitsPerPage) return null;
  const first = (page.page ?? 0) * page.hitsPerPage + 1;
  const places = (page.hits ?? []).map(({ brandId = 0, groupKey = "" }, index) => {
    return [placeKey(brandId, groupKey), first + index] as const;
  });
  return { id, query: page.query ?? "", places: new Map(places) };
}

/** Remembers the search whose results are on the screen; answers without products do not count. */
export function noteSearch(id: string, answer: TrackedEvent): void {
  last = lastSearch(id, answer) ?? last;
}

/** The page's own first search, until the browser's own. */
function initialSearch(): Searched | null {
  const { search } = inlinedState();
  return search ? lastSearch(search.id, search.answer) : null;
}

/**
 * What joins an interaction with the last search: nothing on a screen without results, and for a
 * product that is not among them. A product's colours have its position.
 */
export function searchContext(brandId: number | null, groupKey: string | null, shown = groupKey): Joined {
  if (last === undefined) last = initialSearch();
  const { pathname, search: query } = backgroundAddress();
  if (!last || pathname !== "/" || query === "") return {};
  const search = { searchId: last.id, query: last.query };
  if (brandId === null || groupKey === null) return search;
  const position =
    last.places.get(placeKey(brandId, groupKey)) ?? last.places.get(placeKey(brandId, shown ?? ""));
  return position === undefined ? {} : { ...search, position };
}

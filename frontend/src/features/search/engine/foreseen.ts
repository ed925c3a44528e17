import { inlinedState, type InlinedState } from "../../../lib/api/inlined";
import type { Session } from "../../../lib/visitor/session";
import { factsFrom, type Facts } from "./answer";

type Inlined = NonNullable<InlinedState["search"]>;

/** Where the page was loaded; its answer is for this search and no other. */
const loadedSearch = window.location.search;

/**
 * The answer that the page came with. Null for another search, for a visitor with another country or
 * currency, and in development mode, which requests hidden products too.
 */
export function initialResults(search: string, { currency, countryCode }: Session): Inlined | null {
  const inlined = inlinedState().search;
  if (__DEV_MODE__ || inlined === undefined || search !== loadedSearch) return null;
  return inlined.currency === currency && inlined.countryCode === countryCode ? inlined : null;
}

/**
 * The same in the shape of an answer: the first drawing has products in it, before InstantSearch has
 * begun.
 */
export function foreseenFacts(search: string, session: Session): Facts | null {
  const inlined = initialResults(search, session);
  return inlined && facts(inlined.answer);
}

/** The page is the first result; each further one counts a facet without that facet's own choice. */
function facts({ results: [page, ...counts] }: Inlined["answer"]): Facts | null {
  if (page === undefined) return null;
  return factsFrom(
    page,
    counts.reduce((all, { facets }) => ({ ...all, ...facets }), page.facets),
  );
}

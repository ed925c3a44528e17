import { inlinedState } from "../../lib/inlined";
import type { Session } from "../../lib/session";
import type { Hit, Understanding, Way } from "../../lib/wire";
import { DEFAULT_INDEX } from "./parameters";
import { ordersOf, type Facts, type Ordering } from "./answer";

/** One InstantSearch result, as far as the first screen reads it. */
interface RawResult extends Ordering {
  hits: Hit[];
  nbHits: number;
  nbPages: number;
  hitsPerPage: number;
  page: number;
  index: string;
  facets: Record<string, Record<string, number>>;
  understanding: Understanding | null;
  ways?: Way[];
}

interface RawRequest {
  params: { currency: string; countryCode: string };
}

/** Where the page was loaded; its answer is for this search and no other. */
const loadedSearch = window.location.search;

/**
 * What the page came with, in the shape of an answer: the first drawing has products in it, before
 * InstantSearch has begun. Null for another search, or a visitor with another country or currency.
 */
export function foreseenFacts(search: string, { currency, countryCode }: Session): Facts | null {
  const { search: inlined } = inlinedState();
  if (inlined === undefined || search !== loadedSearch) return null;
  const [request] = JSON.parse(inlined.asked) as RawRequest[];
  if (request?.params.currency !== currency || request.params.countryCode !== countryCode) return null;
  return facts((inlined.answer as { results: RawResult[] }).results);
}

/** The page is the first result; each further one counts a facet without that facet's own choice. */
function facts([page, ...counts]: RawResult[]): Facts | null {
  if (page === undefined) return null;
  return {
    hits: page.hits,
    total: page.nbHits,
    pages: page.nbPages,
    pageSize: page.hitsPerPage,
    page: page.page + 1,
    sorted: page.index !== DEFAULT_INDEX,
    counts: Object.assign({}, page.facets, ...counts.map(({ facets }) => facets)) as Facts["counts"],
    orders: ordersOf(page),
    understanding: page.understanding,
    ways: page.ways ?? [],
  };
}

import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { Configure, InstantSearch, useInstantSearch } from "react-instantsearch";
import { useLocation } from "react-router-dom";
import { Outage } from "../../components/states/states";
import { useSearchState } from "../../lib/search/SearchProvider";
import { inOrder, useFilters } from "../../lib/api/catalogue";
import { useLatest } from "../../lib/hooks";
import { onReload } from "../../lib/api/query";
import type { SearchResult } from "../../lib/api/schema";
import type { FilterData } from "../../lib/api/wire";
import { useSession } from "../../lib/visitor/session";
import { type Answer, AnswerContext, type Facts, factsOf, initialResults } from "./engine/answer";
import { searchClient } from "./engine/client";
import { DEFAULT_INDEX, searchParameters } from "./engine/parameters";
import { Panel, PhonePanel } from "./panel/Panel";
import type { PanelControls } from "./panel/usePanel";
import { BrandSections } from "./results/products/BrandSections";
import { FlatResults, type ProductsProps } from "./results/products/FlatResults";
import { Results } from "./results/Results";
import { ResultsSkeleton } from "./results/ResultsSkeleton";

const FUTURE = { preserveSharedStateOnUnmount: true } as const;
/** Old results fade after this long without new ones, in ms (ui.md). */
const STALLED_MS = 200;

/** The present state of the search engine's client; on an error the facts before it stay. */
interface CachedResults {
  /** Null until there is an answer. */
  facts: Facts | null;
  status: "idle" | "loading" | "stalled" | "error";
  error: Error | undefined;
}

const WAITING: CachedResults = { facts: null, status: "loading", error: undefined };

interface UrlSearchProps {
  data: FilterData;
  hitsPerPage: number;
  onResults: (results: CachedResults) => void;
}

/**
 * The URL's search, all of it in one Configure: text, every filter, sort, page, currency and country
 * change in one request. Hooks for each of them would send one request for each change. Reports the
 * answer before the browser paints; a reload requests it again.
 */
function UrlSearch({ data, hitsPerPage, onResults }: UrlSearchProps) {
  const state = useSearchState();
  const session = useSession();
  const parameters = useMemo(
    () => searchParameters(state, session, data, hitsPerPage),
    [state, session, data, hitsPerPage],
  );
  const { results, status, error, refresh } = useInstantSearch({ catchError: true });
  // Before the first answer there is an empty placeholder.
  const facts = useMemo(
    () => ("__isArtificial" in results ? null : factsOf(results._rawResults as object[] as SearchResult[])),
    [results],
  );
  useLayoutEffect(() => onResults({ facts, status, error }), [onResults, facts, status, error]);
  const latest = useLatest(refresh);
  useEffect(() => onReload(() => latest.current()), [latest]);
  return <Configure {...parameters} />;
}

/**
 * InstantSearch over our API for the URL's search, which draws nothing, and its answer. After an error
 * InstantSearch goes back to the parameters of its last answer, and its own refresh would request
 * those: another attempt is a new one, which has no others than the URL's. What was answered before
 * stays until it has an answer; before the first one there is the answer that the page came with.
 */
function useUrlSearch(data: FilterData | undefined, hitsPerPage: number) {
  const [attempt, setAttempt] = useState(0);
  const [{ facts: answered, status, error }, setResults] = useState(WAITING);
  const session = useSession();
  const { search } = useLocation();
  const onResults = useCallback(
    (next: CachedResults) =>
      setResults((old) => {
        const facts = next.facts ?? old.facts;
        // Before the first answer no step towards it is worth a drawing.
        return facts || next.error ? { ...next, facts } : WAITING;
      }),
    [],
  );
  const facts = useMemo(
    () => answered ?? factsOf(initialResults(search, session)?.answer.results ?? []),
    [answered, search, session],
  );
  const answer = useMemo((): Answer | undefined => {
    const { counts, ...shown } = facts;
    return (
      data && {
        ...shown,
        data: inOrder(data, facts.orders),
        countsOf: (attribute) => (counts ? (counts[attribute] ?? {}) : null),
        isFirst: facts.total === null || facts.pageSize !== hitsPerPage,
        stalled: status === "stalled",
        loading: status === "loading" || status === "stalled",
        error: status === "error" ? (error ?? new Error("Search is unavailable, try again")) : null,
        retry: () => setAttempt((count) => count + 1),
      }
    );
  }, [facts, data, hitsPerPage, status, error]);
  const instance = data && (
    <InstantSearch
      key={attempt}
      searchClient={searchClient}
      indexName={DEFAULT_INDEX}
      stalledSearchDelay={STALLED_MS}
      future={FUTURE}
    >
      <UrlSearch data={data} hitsPerPage={hitsPerPage} onResults={onResults} />
    </InstantSearch>
  );
  return { answer, instance };
}

export interface SearchScreenProps {
  searched: boolean;
  panel: PanelControls;
  /** Where the drop-down goes: right below the box. */
  slot: HTMLElement | null;
}

interface SearchFrameProps extends SearchScreenProps {
  pageSizeOf: (data: FilterData) => number;
  children: ReactNode;
}

/**
 * The panel with its counts, and the results. InstantSearch is beside them and not around them. Around
 * them, with the page's answer as its initial results, it has as many bytes and eleven lines more, and
 * another attempt after an error would draw panel and results anew: focus and open lists would be lost.
 */
export function SearchFrame({ searched, panel, slot, children, pageSizeOf }: SearchFrameProps) {
  const { data, error, reload } = useFilters();
  // The panel over the landing screen needs counts, but no products.
  const { answer, instance } = useUrlSearch(data, data && searched ? pageSizeOf(data) : 0);
  if (answer === undefined) {
    if (!searched) return null;
    return error ? (
      <div className="page-width">
        <Outage alone onRetry={reload} />
      </div>
    ) : (
      <ResultsSkeleton />
    );
  }
  const OpenPanel = panel.phone ? PhonePanel : Panel;
  const opened = panel.open && <OpenPanel type={panel.type} onClose={panel.close} />;
  return (
    <AnswerContext value={answer}>
      {instance}
      {panel.phone ? opened : slot && createPortal(opened, slot)}
      {searched && children}
    </AnswerContext>
  );
}

/**
 * The visitor's results: by brand, 100 products a page (spec §2.4). In an order that they have chosen
 * it is one list: by brand, 249 to 499 would be followed by 249 to 849.
 */
export function Products({ sorted, ...props }: ProductsProps) {
  return sorted ? <FlatResults {...props} /> : <BrandSections {...props} />;
}

export default function SearchScreen(props: SearchScreenProps) {
  return (
    <SearchFrame {...props} pageSizeOf={(data) => data.pageSizes.grouped}>
      <Results products={Products} onType={props.panel.openAt} />
    </SearchFrame>
  );
}

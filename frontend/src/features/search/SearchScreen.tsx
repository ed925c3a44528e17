import { type ReactNode, useEffect, useLayoutEffect, useMemo } from "react";
import { createPortal } from "react-dom";
import { Outage } from "../../components/states/states";
import { useFilters } from "../../hooks/useCatalogue";
import { inOrder } from "../../lib/api/filterData";
import type { FilterData } from "../../lib/api/wire";
import { Panel, PhonePanel } from "./panel/Panel";
import { BrandSections } from "./results/products/BrandSections";
import { FlatResults } from "./results/products/FlatResults";
import { Results } from "./results/Results";
import { ResultsSkeleton } from "./results/ResultsSkeleton";
import { type Answer, type CachedResults, useAnswer, useSearchResults } from "./engine/useAnswer";
import type { PanelControls } from "./panel/usePanel";
import { Configure, InstantSearch, useInstantSearch } from "react-instantsearch";
import { useSearchState } from "../../hooks/SearchProvider";
import { useLatest } from "../../hooks/useLatest";
import { onReload } from "../../lib/api/query";
import { useSession } from "../../lib/visitor/session";
import { factsOf } from "./engine/answer";
import { searchClient } from "./engine/client";
import { DEFAULT_INDEX, searchParameters } from "./engine/parameters";

const FUTURE = { preserveSharedStateOnUnmount: true } as const;
/** Old results fade after this long without new ones, in ms (ui.md). */
const STALLED_MS = 200;

/**
 * The URL's search, all of it in one Configure: text, every filter, sort, page, currency and country
 * change in one request. Hooks for each of them would send one request for each change.
 */
function FollowUrl({ data, hitsPerPage }: { data: FilterData; hitsPerPage: number }) {
  const state = useSearchState();
  const session = useSession();
  const parameters = useMemo(
    () => searchParameters(state, session, data, hitsPerPage),
    [state, session, data, hitsPerPage],
  );
  return <Configure {...parameters} />;
}

/** Reports InstantSearch's state, before the browser paints; a reload requests it again. */
function ReportResults({ onResults }: { onResults: (results: CachedResults) => void }) {
  const { results, status, error, refresh } = useInstantSearch({ catchError: true });
  const facts = useMemo(() => factsOf(results), [results]);
  useLayoutEffect(
    () => onResults({ facts, status, error: error ?? null }),
    [onResults, facts, status, error],
  );
  const latest = useLatest(refresh);
  useEffect(() => onReload(() => latest.current()), [latest]);
  return null;
}

interface SearchInstanceProps {
  data: FilterData;
  hitsPerPage: number;
  onResults: (results: CachedResults) => void;
}

/** InstantSearch over our API, for the URL's search; it draws nothing. */
function SearchInstance({ data, hitsPerPage, onResults }: SearchInstanceProps) {
  return (
    <InstantSearch
      searchClient={searchClient}
      indexName={DEFAULT_INDEX}
      stalledSearchDelay={STALLED_MS}
      future={FUTURE}
    >
      <FollowUrl data={data} hitsPerPage={hitsPerPage} />
      <ReportResults onResults={onResults} />
    </InstantSearch>
  );
}

export interface SearchScreenProps {
  searched: boolean;
  panel: PanelControls;
  /** Where the drop-down goes: right below the box. */
  slot: HTMLElement | null;
}

interface OpenPanelProps extends Omit<SearchScreenProps, "searched"> {
  data: FilterData;
  answer: Answer;
}

function OpenPanel({ data, panel, slot, answer: { countsOf, total } }: OpenPanelProps) {
  const props = { data, countsOf, total, type: panel.type, onClose: panel.close };
  if (panel.phone) return <PhonePanel {...props} />;
  return slot && createPortal(<Panel {...props} />, slot);
}

interface SearchFrameProps extends SearchScreenProps {
  /** How the results are drawn, and how many on a page. */
  children: (results: {
    data: FilterData;
    pageSize: number;
    answer: Answer;
    onType: (attribute: string) => void;
  }) => ReactNode;
  pageSizeOf: (data: FilterData) => number;
}

/**
 * The panel with its counts, and the results. InstantSearch is beside them and not around them:
 * it draws nothing in its first pass, and the products that the page came with need not wait for it.
 */
export function SearchFrame({ searched, panel, slot, children, pageSizeOf }: SearchFrameProps) {
  const { data, error, reload } = useFilters();
  const { attempt, results, report } = useSearchResults();
  const answer = useAnswer(results);
  const ordered = useMemo(() => data && inOrder(data, answer.orders), [data, answer.orders]);
  if (!data || !ordered) {
    if (!searched) return null;
    return error ? (
      <div className="page-width">
        <Outage alone onRetry={reload} />
      </div>
    ) : (
      <ResultsSkeleton />
    );
  }
  // The panel over the landing screen needs counts, but no products.
  const hitsPerPage = searched ? pageSizeOf(data) : 0;
  return (
    <>
      <SearchInstance key={attempt} data={data} hitsPerPage={hitsPerPage} onResults={report} />
      {panel.open && <OpenPanel data={ordered} panel={panel} slot={slot} answer={answer} />}
      {searched && children({ data: ordered, pageSize: hitsPerPage, answer, onType: panel.openAt })}
    </>
  );
}

/**
 * The visitor's results: by brand, 100 products a page (spec §2.4). In an order that they have chosen
 * it is one list: by brand, 249 to 499 would be followed by 249 to 849.
 */
export default function SearchScreen(props: SearchScreenProps) {
  return (
    <SearchFrame {...props} pageSizeOf={(data) => data.pageSizes.grouped}>
      {(results) => (
        <Results {...results}>
          {({ sorted, hits, understanding, countsOf }, large) => {
            const others = understanding?.near ? "Similar products" : "Other products";
            return sorted ? (
              <FlatResults hits={hits} others={others} large={large} />
            ) : (
              <BrandSections hits={hits} others={others} countsOf={countsOf} large={large} />
            );
          }}
        </Results>
      )}
    </SearchFrame>
  );
}

import { useEffect, useLayoutEffect, useMemo } from "react";
import { Configure, InstantSearch, useInstantSearch } from "react-instantsearch";
import { useSearchState } from "../../../hooks/searchContext";
import { useLatest } from "../../../hooks/useLatest";
import { onReload } from "../../../lib/browser/reload";
import { useSession } from "../../../lib/visitor/session";
import type { FilterData } from "../../../lib/api/wire";
import { factsOf } from "./answer";
import { searchClient } from "./client";
import { DEFAULT_INDEX, searchParameters } from "./parameters";
import type { KnownResults } from "./useAnswer";

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

/** Reports what InstantSearch knows, before the browser paints; a reload asks again for it. */
function ReportResults({ onResults }: { onResults: (results: KnownResults) => void }) {
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
  onResults: (results: KnownResults) => void;
}

/** InstantSearch over our API, for the URL's search; it draws nothing. */
export function SearchInstance({ data, hitsPerPage, onResults }: SearchInstanceProps) {
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

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconButton } from "../../../components/Button";
import { Spinner } from "../../../components/Spinner";
import { Icon } from "../../../components/icons/Icon";
import { Outage } from "../../../components/states/states";
import { useFilters } from "../../../hooks/useCatalogue";
import type { FilterData } from "../../../lib/api/wire";
import { Tile } from "../../../components/tile/Tile";
import { useSession } from "../../../lib/visitor/session";
import { fetchFlat, FLAT_PAGE_SIZE } from "../imagesApi";
import { emittedIds, emptySide, SidePanel, type SideState } from "../SidePanel";
import styles from "../devmode.module.css";

/** One page at a time: back uses the cache, on always fetches, a filter starts over (spec §4). */
function useFlatPages(filters: SideState) {
  const { currency } = useSession();
  const [turned, setTurned] = useState({ filters, currency, page: 1, back: false });
  const same = turned.filters === filters && turned.currency === currency;
  const { page, back } = same ? turned : { page: 1, back: false };
  const query = { ...filters, categories: emittedIds(filters.categories), currency, page };
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ["flat", query],
    queryFn: ({ signal }) => fetchFlat(query, signal),
    placeholderData: keepPreviousData,
    staleTime: back ? Infinity : 0,
  });
  const turn = (next: number) => {
    window.scrollTo({ top: 0 });
    setTurned({ filters, currency, page: next, back: next < page });
  };
  return { page, shown: data, loading: isFetching, failed: isError, turn, retry: () => void refetch() };
}

function Paging({ page, pages, onTurn }: { page: number; pages: number; onTurn: (page: number) => void }) {
  return (
    <nav className="row justify-center gap-3 py-5 control-size" aria-label="Pages">
      <IconButton aria-label="Previous page" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        <Icon name="left" />
      </IconButton>
      Page {page} of {pages}
      <IconButton aria-label="Next page" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        <Icon name="right" />
      </IconButton>
    </nav>
  );
}

function FlatResults({ filters }: { filters: SideState }) {
  const { page, shown, loading, failed, turn, retry } = useFlatPages(filters);
  const total = shown?.total ?? 0;
  const first = (page - 1) * FLAT_PAGE_SIZE + 1;
  return (
    <div className={styles.flatResults} aria-busy={loading}>
      <h2 className="visually-hidden">Products</h2>
      {loading && (
        <div className={styles.fullSpinner}>
          <Spinner label="Loading" size="large" />
        </div>
      )}
      {failed && <Outage onRetry={retry} />}
      {shown && total === 0 && <p role="status">No results found</p>}
      {shown && total > 0 && (
        <>
          <p className="figures type-control py-3">
            Showing {first} - {Math.min(page * FLAT_PAGE_SIZE, total)} of {total}
          </p>
          <ul className={styles.flatGrid} data-part="tiles" role="list">
            {shown.hits.map((hit) => (
              <li key={hit.objectID}>
                <Tile hit={hit} />
              </li>
            ))}
          </ul>
          <Paging page={page} pages={Math.max(1, Math.ceil(total / FLAT_PAGE_SIZE))} onTurn={turn} />
        </>
      )}
    </div>
  );
}

function FlatWith({ data }: { data: FilterData }) {
  const [filters, setFilters] = useState(() => emptySide(data));
  return (
    <div className={`page-width ${styles.flat}`}>
      <SidePanel data={data} state={filters} onChange={setFilters} />
      <FlatResults filters={filters} />
    </div>
  );
}

/** View 2: a fixed side panel beside tiles, three a row (spec §2.5). */
export function FlatView() {
  const { data } = useFilters();
  return data ? <FlatWith data={data} /> : null;
}

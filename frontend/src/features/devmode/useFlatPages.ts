import { useEffect, useReducer, useRef } from "react";
import { useSession } from "../../lib/session";
import { fetchFlat, type FlatPage } from "./imagesApi";
import { emittedIds } from "./sideFilters";
import type { SideState } from "./SidePanel";

interface FlatState {
  page: number;
  shown: FlatPage | null;
  loading: boolean;
  failed: boolean;
}

const START: FlatState = { page: 1, shown: null, loading: true, failed: false };

/** One page at a time: back uses the cache, on always fetches, a filter clears it (spec §4). */
export function useFlatPages(filters: SideState) {
  const { currency } = useSession();
  const pages = useRef(new Map<number, FlatPage>());
  const abort = useRef<AbortController | null>(null);
  const [state, set] = useReducer((old: FlatState, next: Partial<FlatState>) => ({ ...old, ...next }), START);
  const go = (page: number) => {
    abort.current?.abort();
    const cached = page < state.page ? pages.current.get(page) : undefined;
    if (cached) {
      set({ page, shown: cached, loading: false });
      return;
    }
    const running = new AbortController();
    abort.current = running;
    set({ page, loading: true, failed: false });
    const categories = emittedIds(filters.categories);
    fetchFlat({ ...filters, categories, currency, page }, running.signal).then(
      (shown) => {
        pages.current.set(page, shown);
        if (!running.signal.aborted) set({ shown, loading: false });
      },
      () => !running.signal.aborted && set({ loading: false, failed: true }),
    );
  };
  useEffect(() => {
    pages.current.clear();
    go(1);
    return () => abort.current?.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new filter or currency starts over; `go` is new each time
  }, [filters, currency]);
  const turn = (page: number) => {
    window.scrollTo({ top: 0 });
    go(page);
  };
  return { ...state, turn, retry: () => go(state.page) };
}

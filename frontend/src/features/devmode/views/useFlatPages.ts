import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../lib/visitor/session";
import { fetchFlat } from "../imagesApi";
import { emittedIds } from "../sideFilters";
import type { SideState } from "../SidePanel";

/** One page at a time: back uses the cache, on always fetches, a filter starts over (spec §4). */
export function useFlatPages(filters: SideState) {
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

import { useEffect } from "react";
import type { FilterData, Landing } from "../lib/api/wire";
import { inlinedState } from "../lib/api/inlined";
import { cachedData, get, onReload } from "../lib/api/query";
import { useSession } from "../lib/visitor/session";
import { type Data, loadData, useData } from "./useData";
import { filtersQuery } from "../lib/api/filterData";

/** The carousels: inlined in the page by the server; fetched where they are not, or on a reload. */
export function useLanding(): Data<Landing> {
  // Every hit carries its price in all currencies: only the country changes the answer.
  const { countryCode } = useSession();
  const { landing, countryCode: ofCountry } = inlinedState();
  const query = get("/api/landing", { params: { query: { countryCode } } });
  const before = countryCode === ofCountry ? landing : undefined;
  const loaded = useData({ ...cachedData(query, before), staleTime: Infinity, gcTime: Infinity });
  const { reload } = loaded;
  useEffect(() => onReload(reload), [reload]);
  return loaded;
}

/** What stands below the landing screen's carousels: arrivals, price drops, stores. */
export function useLandingMore() {
  const query = useSession();
  return useData(get("/api/landing/more", { params: { query } }));
}

/** The filter registry. */
export const useFilters = (): Data<FilterData> => useData(filtersQuery());

/** The filter registry once something else has requested it: the landing screen does without. */
export const useFiltersThere = (): FilterData | undefined =>
  useData({ ...filtersQuery(), enabled: false }).data;

export const loadFilters = (): Promise<FilterData> => loadData(filtersQuery());

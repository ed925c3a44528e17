import { filtersQuery } from "../lib/api/filterData";
import type { FilterData } from "../lib/api/wire";
import { loadData, useData, type Data } from "./useData";

/** The filter registry. */
export const useFilters = (): Data<FilterData> => useData(filtersQuery());

/** The filter registry once something else has requested it: the landing screen does without. */
export const useFiltersThere = (): FilterData | undefined =>
  useData({ ...filtersQuery(), enabled: false }).data;

export const loadFilters = (): Promise<FilterData> => loadData(filtersQuery());

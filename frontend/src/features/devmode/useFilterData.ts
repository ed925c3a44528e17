import { useEffect } from "react";
import { filterData } from "../../lib/api/filterData";
import type { FilterData } from "../../lib/api/wire";

/** The filter registry; starts its load. */
export function useFilterData(): FilterData | undefined {
  useEffect(() => {
    filterData.load().catch(() => undefined);
  }, []);
  return filterData.use().data;
}

import { useEffect } from "react";
import { filterData } from "../../lib/api/filterData";
import type { FilterData } from "../../lib/api/wire";

/** The registry, asked for where it has not come yet. */
export function useFilterData(): FilterData | undefined {
  useEffect(() => {
    filterData.load().catch(() => undefined);
  }, []);
  return filterData.use().data;
}

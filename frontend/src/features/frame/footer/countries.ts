import { useData } from "../../../hooks/useData";
import { get } from "../../../lib/api/query";

/** All countries, for the pickers. */
export const useCountries = () => useData({ ...get("/api/countries", {}), staleTime: Infinity });

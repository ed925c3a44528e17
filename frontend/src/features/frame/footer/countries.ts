import { useLoad } from "../../../hooks/useLoad";
import { api, bodyOf } from "../../../lib/api/client";

/** All countries, for the pickers. */
export const useCountries = () => useLoad((signal) => bodyOf(api.GET("/api/countries", { signal })), []);

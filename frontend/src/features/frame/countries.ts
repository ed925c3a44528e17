import { apiGet } from "../../lib/api";
import type { Country } from "../../lib/api-schema";

export type { Country };

/** All countries, for the pickers. */
export function fetchCountries(signal: AbortSignal): Promise<Country[]> {
  return apiGet<Country[]>("countries", { signal });
}

import { api, bodyOf } from "../../../lib/api/client";
import type { Country } from "../../../lib/api/schema";

export type { Country };

/** All countries, for the pickers. */
export function fetchCountries(signal: AbortSignal): Promise<Country[]> {
  return bodyOf(api.GET("/api/countries", { signal }));
}

import { useEffect } from "react";
import { filledLanding } from "../lib/api/hits";
import { inlinedState } from "../lib/api/inlined";
import { get, known, shaped } from "../lib/api/query";
import type { Landing } from "../lib/api/wire";
import { onReload } from "../lib/browser/reload";
import { useSession } from "../lib/visitor/session";
import { useData, type Data } from "./useData";

/** The carousels: inlined in the page by the server; fetched where they are not, or on a reload. */
export function useLanding(): Data<Landing> {
  // Every hit carries its price in all currencies: only the country changes the answer.
  const { countryCode } = useSession();
  const { landing, countryCode: ofCountry } = inlinedState();
  const query = shaped(get("/api/landing", { params: { query: { countryCode } } }), filledLanding);
  const before = countryCode === ofCountry ? landing : undefined;
  const loaded = useData({ ...known(query, before), staleTime: Infinity, gcTime: Infinity });
  const { reload } = loaded;
  useEffect(() => onReload(reload), [reload]);
  return loaded;
}

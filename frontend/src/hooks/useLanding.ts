import { useEffect } from "react";
import { filledHit, filledLanding } from "../lib/api/hits";
import { inlinedState } from "../lib/api/inlined";
import { get, known, shaped } from "../lib/api/query";
import type { LandingMore } from "../lib/api/schema";
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

function filled(more: LandingMore) {
  return { ...more, arrivals: more.arrivals.map(filledHit), drops: more.drops.map(filledHit) };
}

/** What stands below the landing screen's carousels: arrivals, price drops, stores. */
export function useLandingMore() {
  const query = useSession();
  return useData(shaped(get("/api/landing/more", { params: { query } }), filled));
}

import { filledHit } from "../lib/api/hits";
import { get, shaped } from "../lib/api/query";
import type { LandingMore } from "../lib/api/schema";
import { useSession } from "../lib/visitor/session";
import { useData } from "./useData";

function filled(more: LandingMore) {
  return { ...more, arrivals: more.arrivals.map(filledHit), drops: more.drops.map(filledHit) };
}

/** What stands below the landing screen's carousels: arrivals, price drops, stores. */
export function useLandingMore() {
  const query = useSession();
  return useData(shaped(get("/api/landing/more", { params: { query } }), filled));
}

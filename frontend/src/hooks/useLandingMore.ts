import { api, bodyOf } from "../lib/api/client";
import { filledHit } from "../lib/api/hits";
import { useSession, type Session } from "../lib/visitor/session";
import { useLoad } from "./useLoad";

async function fetchMore({ currency, countryCode }: Session, signal: AbortSignal) {
  const params = { query: { currency, countryCode } };
  const more = await bodyOf(api.GET("/api/landing/more", { params, signal }));
  return { ...more, arrivals: more.arrivals.map(filledHit), drops: more.drops.map(filledHit) };
}

/** What stands below the landing screen's carousels: arrivals, price drops, stores. */
export function useLandingMore() {
  const session = useSession();
  return useLoad((signal) => fetchMore(session, signal), [session]);
}

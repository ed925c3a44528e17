import { useEffect, useState } from "react";
import { api, bodyOf } from "../lib/api/client";
import { filledLanding } from "../lib/api/hits";
import { inlinedState } from "../lib/api/inlined";
import { onReload } from "../lib/browser/reload";
import { useSession, type Session } from "../lib/visitor/session";
import { useLoad, type Loaded } from "./useLoad";
import type { Landing } from "../lib/api/wire";

const kept = new Map<string, Landing>();

function known(code: string): Landing | undefined {
  const { countryCode, landing } = inlinedState();
  return kept.get(code) ?? (countryCode === code ? landing : undefined);
}

async function fetchLanding({ currency, countryCode }: Session, signal: AbortSignal): Promise<Landing> {
  const params = { query: { currency, countryCode } };
  const landing = filledLanding(await bodyOf(api.GET("/api/landing", { params, signal })));
  kept.set(countryCode, landing);
  return landing;
}

/** The carousels: inlined in the page by the server; fetched where they are not, or on a reload. */
export function useLanding(): Loaded<Landing> {
  const session = useSession();
  const { countryCode } = session;
  const [reloads, setReloads] = useState(0);
  useEffect(() => onReload(() => setReloads((count) => count + 1)), []);
  const before = known(countryCode);
  const loaded = useLoad(
    (signal) => (before && reloads === 0 ? Promise.resolve(before) : fetchLanding(session, signal)),
    [countryCode, reloads],
  );
  // Every hit carries its price in all currencies: only the country changes the answer.
  return loaded.loading && before ? { ...loaded, data: before, loading: reloads > 0 } : loaded;
}

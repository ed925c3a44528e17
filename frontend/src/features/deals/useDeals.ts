import { useMemo } from "react";
import type { Stretch } from "../../components/LineChart";
import { type Data, useData } from "../../hooks/useData";
import { filledHit } from "../../lib/api/hits";
import { inlinedState } from "../../lib/api/inlined";
import { get, known, shaped } from "../../lib/api/query";
import type { AllDeals, Deal as SentDeal } from "../../lib/api/schema";
import { useSession } from "../../lib/visitor/session";

function filledDeal(sent: SentDeal) {
  return { ...sent, line: sent.line as unknown as Stretch[], hit: filledHit(sent.hit) };
}

function filled(sent: AllDeals) {
  return {
    ...sent,
    sections: sent.sections.map((section) => ({ ...section, deals: section.deals.map(filledDeal) })),
    raised: sent.raised.map(filledDeal),
  };
}

export type Deals = ReturnType<typeof filled>;
export type Deal = ReturnType<typeof filledDeal>;

/** The deals for the visitor's currency; what the page brought along where that was made for them. */
export function useDeals(): Data<Deals> {
  const { currency, countryCode } = useSession();
  const query = shaped(get("/api/deals", { params: { query: { currency, countryCode } } }), filled);
  const made = inlinedState().deals;
  const isMine = made?.currency === currency && made.countryCode === countryCode;
  const first = useMemo(() => (made && isMine ? filled(made.found) : undefined), [made, isMine]);
  return useData(known(query, first));
}

import { useData } from "../../../../hooks/useData";
import { countTotal, type Params } from "../../../../lib/api/search";
import { countryName } from "../../../../lib/catalogue/country";
import { countOf, formatNumber } from "../../../../lib/catalogue/format";
import { escapeFacetValue, readingParameters, type SearchState } from "../../../../lib/search/searchState";
import { setCountryCode, useSession, type Session } from "../../../../lib/visitor/session";
import type { Answer } from "../../engine/useAnswer";
import type { Notice } from "./notices";

/** The same search without a country to deliver to. */
function everywhere(state: SearchState, { currency }: Session): Params {
  const facetFilters = Object.entries(state.filters).map(([name, values]) =>
    values.map((value) => `${name}:${escapeFacetValue(value)}`),
  );
  return { ...readingParameters(state), currency, countryCode: "", query: state.q, facetFilters };
}

/**
 * Says that only what is delivered to the chosen country is shown, how many more there are, and the
 * way to them. Nothing without a country, or where everything found is delivered there.
 */
export function useDelivery(state: SearchState, answer: Answer | null): Notice[] {
  const session = useSession();
  const { countryCode } = session;
  const params = everywhere(state, session);
  const { data: all, loading } = useData({
    queryKey: ["delivered anywhere", params],
    queryFn: ({ signal }) => countTotal(params, signal),
    enabled: countryCode !== "",
  });
  if (countryCode === "" || loading || all == null || answer?.total == null) return [];
  // A text that nothing delivered there has is answered with what is near: that is none of it.
  const delivered = answer.understanding?.exact ?? answer.total;
  const others = all - delivered;
  if (others <= 0) return [];
  const country = countryName(countryCode);
  const verb = others === 1 ? "is" : "are";
  const more = delivered === 0 ? countOf(others, "product") : `${formatNumber(others)} more`;
  const text = `${more} ${verb} found, but not delivered to ${country}.`;
  const label = "Show all, wherever they are delivered";
  return [{ text, press: { label, act: () => setCountryCode("") } }];
}

import { useState } from "react";
import { ProductRail } from "../../../components/rail/Rail";
import { useSearchState } from "../../../hooks/searchContext";
import { useData } from "../../../hooks/useData";
import { type Params, searchHits } from "../../../lib/api/search";
import { formatMoney } from "../../../lib/catalogue/format";
import { formatSearch, type SearchState, withValues } from "../../../lib/search/searchState";
import { type Currency, type Session, useSession } from "../../../lib/visitor/session";
import styles from "../search.module.css";

/** What people mean to spend, in the visitor's currency. */
const AMOUNTS: Readonly<Record<Currency, readonly [number, number, number]>> = {
  ZAR: [300, 500, 1000],
  EUR: [15, 25, 50],
  USD: [15, 25, 50],
};
const SHOWN = 12;

/** Up to an amount: what the text means, where it means something, otherwise whatever there is. */
function searches({ q }: SearchState, most: number, session: Session): Params[] {
  const params = { ...session, facetFilters: [[`price:0-${most}`], ["stock:in-stock"]], hitsPerPage: SHOWN };
  return [
    { ...params, query: q },
    { ...params, query: "", brandsInTurn: true },
  ];
}

/** Gifts are searched by amount and not by what they are: products up to three amounts. */
export function Gifts() {
  const session = useSession();
  const state = useSearchState();
  const amounts = AMOUNTS[session.currency];
  const [most, setMost] = useState(amounts[0]);
  const { data = [] } = useData({
    queryKey: ["gifts", state.q, most, session],
    queryFn: ({ signal }) => searchHits(searches(state, most, session), signal),
  });
  const [meant = [], any = []] = data;
  const [hits, q] = meant.length > 0 ? [meant, state.q] : [any, ""];
  const name = `Gifts under ${formatMoney(most, session.currency)}`;
  return (
    <section aria-label="Gifts" className={styles.gifts} data-part="gifts">
      <ul className="wrap gap-2" role="list" aria-label="What a gift may cost">
        {amounts.map((amount) => (
          <li key={amount}>
            <button
              type="button"
              className={styles.way}
              aria-pressed={amount === most}
              onClick={() => setMost(amount)}
            >
              Under {formatMoney(amount, session.currency)}
            </button>
          </li>
        ))}
      </ul>
      <ProductRail
        name={name}
        hits={hits}
        first={false}
        all={`/${formatSearch(withValues({ ...state, q }, "price", [`0-${most}`]))}`}
      />
    </section>
  );
}

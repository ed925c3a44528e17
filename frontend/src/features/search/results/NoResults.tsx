import { useSearchActions, useSearchState } from "../../../lib/search/SearchProvider";
import { optionsOf, useLanding, useLandingMore } from "../../../lib/api/catalogue";
import { countOf, formatMoney } from "../../../lib/catalogue/format";
import {
  EMPTY_STATE,
  folded,
  formatSearch,
  resetInterpretation,
  type SearchState,
  withValues,
} from "../../../lib/search/searchState";
import { type Currency, type Session, useSession } from "../../../lib/visitor/session";
import type { FilterData, Hit, Understanding, ZeroResultSuggestion } from "../../../lib/api/wire";
import { ProductRail, Rail } from "../../../components/rail/Rail";
import { TileGrid } from "./products/FlatResults";
import { useAnswer } from "../engine/answer";
import { chipsIn, chipText } from "./chips";
import styles from "../search.module.css";
import { useState } from "react";
import { useData } from "../../../lib/api/query";
import { type Params, searchHits } from "../../../lib/api/search";

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

        all={`/${formatSearch(withValues({ ...state, q }, "price", [`0-${most}`]))}`}
      />
    </section>
  );
}

/** A search proposed on an empty page: its label and its number of products. */
interface Proposed {
  label: string;
  total: number;
  change: (base: SearchState) => SearchState;
}

/** What a suggestion gives up, as the chips name it. */
function givenUp(
  state: SearchState,
  suggestion: ZeroResultSuggestion,
  data: FilterData,
  currency: string,
): string {
  return chipsIn(suggestion.without, state, data, currency).map(chipText).join(", ");
}

function labelOf(
  state: SearchState,
  suggestion: ZeroResultSuggestion,
  data: FilterData,
  currency: string,
): string {
  if (suggestion.without.length > 0) return `Remove ${givenUp(state, suggestion, data, currency)}`;
  if (suggestion.query === "") return `Remove Text: ${state.q}`;
  if (suggestion.query !== state.q) return `Search for “${suggestion.query}”`;
  return state.asTyped && !suggestion.asTyped ? "Correct and complete the text" : "Put back what I removed";
}

function changeOf(suggestion: ZeroResultSuggestion): (base: SearchState) => SearchState {
  return (base) => {
    const kept = suggestion.without.reduce((state, attribute) => withValues(state, attribute, []), base);
    const { dismissed, asTyped } = suggestion;
    return { ...resetInterpretation(kept), q: suggestion.query, dismissed, asTyped, page: 1 };
  };
}

/** The server's suggestions in the visitor's words. */
export function suggestionsOf(
  state: SearchState,
  suggestions: readonly ZeroResultSuggestion[],
  data: FilterData,
  currency: string,
): Proposed[] {
  return suggestions.map((suggestion) => ({
    label: labelOf(state, suggestion, data, currency),
    total: suggestion.total,
    change: changeOf(suggestion),
  }));
}

/** Each with the number of products it leads to; the server proposes none that leads to nothing. */
function Suggestions() {
  const { data, suggestions } = useAnswer();
  const state = useSearchState();
  const { currency } = useSession();
  const { commit } = useSearchActions();
  if (suggestions.length === 0) return null;
  return (
    <ul className="wrap gap-2" role="list" aria-label="Ways on">
      {suggestionsOf(state, suggestions, data, currency).map(({ label, total, change }) => (
        <li key={label}>
          <button type="button" className={styles.way} onClick={() => commit(change)}>
            {label}
            <span className="muted figures">{countOf(total, "product")}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The world of the chosen category, or of the one that the text was understood to name. */
function worldOf(
  data: FilterData,
  chosen: string | undefined,
  read: Understanding | null,
): string | undefined {
  const named = new Set(read?.parts.filter(({ excluded }) => !excluded).map(({ label }) => folded(label)));
  const category = chosen ?? optionsOf(data, "category").find(({ label }) => named.has(folded(label)))?.value;
  return category?.split("/")[0];
}

/** One rail that has products: of that world, where it has some, otherwise what costs less than before. */
function OneRail({ world }: { world: string | undefined }) {
  const { data } = useLanding();
  const more = useLandingMore().data;
  const carousel = data?.carousels.find(({ category, hits }) => category === world && hits.length > 0);
  if (carousel) return <Rail carousel={carousel} />;
  return data && more ? <ProductRail name="Biggest price drops" hits={more.drops} /> : null;
}

const ROW = 5;
/** Of one brand and category: more would look like one thing again and again. */
const ALIKE = 2;

/** Products that differ, in their order; others like them where they do not fill a row. */
function differing(hits: readonly Hit[]): Hit[] {
  const counts = new Map<string, number>();
  const isAlike = ({ brand, category = [] }: Hit) => {
    const kind = `${brand}:${category.at(-1)}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count > ALIKE;
  };
  const alike = new Set(hits.filter(isAlike));
  const shown = hits.filter((hit) => !alike.has(hit));
  return [...shown, ...alike].slice(0, Math.max(ROW, shown.length));
}

/** The first products of the suggestion that only gives up filters, under what it gives up. */
function OfFirst({ hits, title }: { hits: readonly Hit[]; title: string }) {
  return (
    <section aria-label={title}>
      <h2 className="type-section">{title}</h2>
      <TileGrid hits={differing(hits)} large={false} eager />
    </section>
  );
}

/** An empty answer: searches that lead to products, and the first of these, otherwise a rail of some. */
export function NoResults() {
  const { data, suggestions, understanding } = useAnswer();
  const { commit } = useSearchActions();
  const state = useSearchState();
  const { currency } = useSession();
  const shown = suggestions.find(({ hits }) => hits !== undefined);
  return (
    <div className={styles.empty}>
      <h2 className="type-page">No results found</h2>
      <Suggestions />
      {!understanding?.gift && (
        <button type="button" className={styles.linkButton} onClick={() => commit(() => EMPTY_STATE)}>
          Start again
        </button>
      )}
      {understanding?.gift ? (
        <Gifts />
      ) : shown?.hits ? (
        <OfFirst hits={shown.hits} title={`Without ${givenUp(state, shown, data, currency)}`} />
      ) : (
        <OneRail world={worldOf(data, state.filters.category?.[0], understanding)} />
      )}
    </div>
  );
}

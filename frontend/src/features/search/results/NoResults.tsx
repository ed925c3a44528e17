import { useSearchActions, useSearchState } from "../../../hooks/searchContext";
import { useLanding } from "../../../hooks/useLanding";
import { countOf } from "../../../lib/catalogue/format";
import { EMPTY_STATE } from "../../../lib/search/searchState";
import { useSession } from "../../../lib/visitor/session";
import type { FilterData, Hit, Way } from "../../../lib/api/wire";
import { Rail } from "../../../components/rail/Rail";
import { TileGrid } from "./products/TileGrid";
import { givenUp, waysOn } from "./ways";
import styles from "../search.module.css";

/** Each with the number of products it leads to; the server proposes none that leads to nothing. */
function Ways({ data, ways }: { data: FilterData; ways: readonly Way[] }) {
  const state = useSearchState();
  const { currency } = useSession();
  const { commit } = useSearchActions();
  if (ways.length === 0) return null;
  return (
    <ul className={styles.ways} role="list" aria-label="Ways on">
      {waysOn(state, ways, data, currency).map(({ key, label, total, change }) => (
        <li key={key}>
          <button type="button" className={styles.way} onClick={() => commit(change)}>
            {label}
            <span className="muted figures">{countOf(total, "product")}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** One rail that has products: of the category's world, where that has some. */
function OneRail({ near }: { near: string | undefined }) {
  const { data } = useLanding();
  const full = data?.carousels.filter(({ hits }) => hits.length > 0) ?? [];
  const world = near?.split("/")[0];
  const carousel = full.find(({ category }) => category === world) ?? full[0];
  return carousel ? <Rail carousel={carousel} first={false} /> : null;
}

/** The first products of the way that only gives up filters, under what it gives up. */
function OfFirstWay({ hits, title }: { hits: readonly Hit[]; title: string }) {
  return (
    <section aria-label={title}>
      <h2 className="type-section">{title}</h2>
      <TileGrid hits={hits} large={false} eager />
    </section>
  );
}

/** An empty answer: searches that lead to products, and the first of these, otherwise a rail of some. */
export function NoResults({ data, ways }: { data: FilterData; ways: readonly Way[] }) {
  const { commit } = useSearchActions();
  const state = useSearchState();
  const { currency } = useSession();
  const shown = ways.find(({ hits }) => hits !== undefined);
  return (
    <div className={styles.empty}>
      <h2 className="type-page">No results found</h2>
      <Ways data={data} ways={ways} />
      <button type="button" className={styles.linkButton} onClick={() => commit(() => EMPTY_STATE)}>
        Start again
      </button>
      {shown?.hits ? (
        <OfFirstWay hits={shown.hits} title={`Without ${givenUp(state, shown, data, currency)}`} />
      ) : (
        <OneRail near={state.filters.category?.[0]} />
      )}
    </div>
  );
}

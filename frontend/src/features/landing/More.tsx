import { useSearchActions } from "../../hooks/searchContext";
import type { LandingMore } from "../../lib/api/schema";
import { countOf } from "../../lib/catalogue/format";
import { EMPTY_STATE, withValues } from "../../lib/search/searchState";
import { useLandingMore } from "../../hooks/useLandingMore";
import { ProductRail } from "../../components/rail/Rail";
import { MoreSkeleton } from "./RailSkeleton";
import rail from "../../components/rail/rail.module.css";
import styles from "./landing.module.css";

function Stores({ stores }: Pick<LandingMore, "stores">) {
  const { commit } = useSearchActions();
  if (stores.length === 0) return null;
  return (
    <section className={rail.rail} aria-label="Stores">
      <h2 className={rail.heading}>Stores</h2>
      <ul className={styles.stores} role="list">
        {stores.map(({ slug, name, products }) => (
          <li key={slug}>
            <button
              type="button"
              className={styles.store}
              onClick={() => commit(() => withValues(EMPTY_STATE, "store", [slug]))}
            >
              <span className={styles.storeName}>{name}</span>
              <span className="muted figures type-meta">{countOf(products, "product")}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** New arrivals, the biggest price drops, the stores. Nothing without an answer: the carousels are enough. */
export default function More() {
  const { data, error } = useLandingMore();
  if (!data) return error ? null : <MoreSkeleton />;
  return (
    <div className={styles.landing}>
      <ProductRail name="New in" hits={data.arrivals} first={false} />
      <ProductRail name="Biggest price drops" hits={data.drops} first={false} />
      <Stores stores={data.stores} />
    </div>
  );
}

import { useSearchActions } from "../../hooks/searchContext";
import { api, bodyOf } from "../../lib/api/client";
import type { LandingMore } from "../../lib/api/schema";
import { filledHit } from "../../lib/api/hits";
import { countOf } from "../../lib/catalogue/format";
import { EMPTY_STATE, withValues } from "../../lib/search/searchState";
import { useSession, type Session } from "../../lib/visitor/session";
import { useLoad } from "../../hooks/useLoad";
import { ProductRail } from "../../components/rail/Rail";
import { MoreSkeleton } from "./RailSkeleton";
import rail from "../../components/rail/rail.module.css";
import styles from "./landing.module.css";

async function fetchMore({ currency, countryCode }: Session, signal: AbortSignal) {
  const params = { query: { currency, countryCode } };
  const more = await bodyOf(api.GET("/api/landing/more", { params, signal }));
  return { ...more, arrivals: more.arrivals.map(filledHit), drops: more.drops.map(filledHit) };
}

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
  const session = useSession();
  const { data, error } = useLoad((signal) => fetchMore(session, signal), [session]);
  if (!data) return error ? null : <MoreSkeleton />;
  return (
    <div className={styles.landing}>
      <ProductRail name="New in" hits={data.arrivals} first={false} />
      <ProductRail name="Biggest price drops" hits={data.drops} first={false} />
      <Stores stores={data.stores} />
    </div>
  );
}

import { Link } from "react-router-dom";
import { AlertButton } from "../../components/alerts/AlertButton";
import { Button } from "../../components/Button";
import { useData } from "../../hooks/useData";
import { countTotals, newSince } from "../../lib/api/search";
import { formatNumber } from "../../lib/catalogue/format";
import { forgetSearch, seeSearch, useSavedSearches } from "../../lib/visitor/searches";
import { useSession } from "../../lib/visitor/session";
import styles from "./saved.module.css";

/** Saved searches, each with the number of products that came since it was last opened. */
export function Searches() {
  const saved = useSavedSearches();
  const session = useSession();
  const { data: counts } = useData({
    queryKey: ["new in searches", saved, session],
    queryFn: async ({ signal }) => {
      const asked = saved.map(({ search, at }) => newSince(search, at, session));
      const totals = await countTotals(asked, signal);
      return new Map(saved.map(({ search }, index) => [search, totals[index] ?? null]));
    },
  });
  if (saved.length === 0) return null;
  return (
    <section className={styles.searches} aria-labelledby="saved-searches" data-part="saved-searches">
      <h2 id="saved-searches" className={styles.subtitle}>
        Saved searches
      </h2>
      <ul role="list">
        {saved.map(({ search, name }) => {
          const count = counts?.get(search) ?? null;
          return (
            <li key={search} className={styles.search}>
              <Link to={{ pathname: "/", search }} dir="auto" onClick={() => seeSearch(search, Date.now())}>
                {name}
              </Link>
              <span className="muted">{count === null ? "" : `${formatNumber(count)} new`}</span>
              <AlertButton kind="quiet" about={{ search, name }} />
              <Button kind="quiet" onClick={() => forgetSearch(search)}>
                Remove<span className="visually-hidden"> {name}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

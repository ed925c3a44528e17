import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { toggled } from "../../lib/toggled";
import { formatNumber } from "../../lib/catalogue/format";
import { selectedStyleIds, setManuallyFiltered, storeSelectedStyles } from "../../lib/visitor/preferences";
import { useSession } from "../../lib/visitor/session";
import { useData } from "../../hooks/useData";
import { LoadError } from "../../components/states/LoadError";
import { StyleGrid } from "./StyleGrid";
import { countStyleProducts, fetchCollages, fetchOffered } from "./api";
import styles from "./select.module.css";

function continueLabel(selected: number, count: number | null): string {
  if (selected === 0) return "Continue";
  return count === null ? "Continue (…)" : `Continue (${formatNumber(count)})`;
}

/** The live number of products for a selection; null while unknown. */
function useStyleCount(ids: readonly number[]): number | null {
  const { data, loading, error } = useData({
    queryKey: ["products of styles", ids],
    queryFn: ({ signal }) => countStyleProducts(ids, signal),
    enabled: ids.length > 0,
  });
  return loading || error ? null : (data ?? null);
}

const NONE: ReadonlyMap<string, readonly string[]> = new Map();

/** Choose the styles that the home page starts with (spec §2.7). */
export default function StyleSelectPage() {
  const navigate = useNavigate();
  const session = useSession();
  const list = useData({
    queryKey: ["offered styles", session],
    queryFn: ({ signal }) => fetchOffered(session, signal),
  });
  const offered = list.data;
  const slugs = offered?.map((style) => style.slug) ?? [];
  const collages = useData({
    queryKey: ["collages", slugs, session],
    queryFn: ({ signal }) => fetchCollages(slugs, session, signal),
    enabled: slugs.length > 0,
  });
  const [chosen, setChosen] = useState(selectedStyleIds);
  // What was stored before and has no products any more is neither shown nor kept.
  const selected = offered ? chosen.filter((id) => offered.some((style) => style.id === id)) : [];
  const count = useStyleCount(selected);
  const skip = () => {
    storeSelectedStyles([]);
    void navigate("/");
  };
  const proceed = () => {
    storeSelectedStyles(selected);
    setManuallyFiltered(false);
    void navigate("/");
  };
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>Which of these are you?</h1>
      <p className={styles.lead}>Pick as many as you like. We will start with those.</p>
      <LoadError error={list.error} onRetry={list.reload} />
      {offered?.length === 0 && (
        <p className={styles.lead} role="status">
          No store has products of a style yet. <Link to="/">See what there is</Link>
        </p>
      )}
      <StyleGrid
        items={offered ?? []}
        collages={collages.data ?? NONE}
        loading={list.loading || (collages.loading && !collages.error)}
        selected={selected}
        onToggle={(id) => setChosen((ids) => toggled(ids, id))}
      />
      <div className={styles.actions}>
        <button type="button" className={styles.skip} onClick={skip}>
          Skip
        </button>
        <button type="button" className={styles.continue} onClick={proceed}>
          <span aria-live="polite">{continueLabel(selected.length, count)}</span>
        </button>
      </div>
    </section>
  );
}

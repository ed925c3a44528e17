import type { Hit } from "../../../../lib/api/wire";
import { AllMadeHereContext, allMadeHere, MadeHere } from "../../../../components/tile/MadeHere";
import { TileGrid, useDrawn } from "./TileGrid";
import styles from "../../search.module.css";

interface FlatResultsProps {
  hits: readonly Hit[];
  /** The heading of those that do not match all of the query. */
  others: string;
  large: boolean;
}

/** All hits in their order, in one grid; what is only similar follows in another. */
export function FlatResults({ hits, others, large }: FlatResultsProps) {
  const drawn = useDrawn();
  const firstSimilar = hits.findIndex(({ similar }) => similar);
  const all = firstSimilar < 0 ? hits.length : firstSimilar;
  const similar = hits.slice(all, drawn);
  const isAllMadeHere = allMadeHere(hits);
  return (
    <>
      <h2 className="visually-hidden">All in one list</h2>
      <section className={styles.flat} aria-label="Products" data-part="flat">
        {isAllMadeHere && (
          <p className="row muted type-control gap-2 mb-3">
            <MadeHere /> All of these are made in South Africa.
          </p>
        )}
        <AllMadeHereContext value={isAllMadeHere}>
          {all > 0 && <TileGrid hits={hits.slice(0, Math.min(all, drawn))} large={large} eager />}
          {similar.length > 0 && (
            <>
              <h2 className={styles.similar}>{others}</h2>
              <TileGrid hits={similar} large={large} eager={all === 0} />
            </>
          )}
        </AllMadeHereContext>
      </section>
    </>
  );
}

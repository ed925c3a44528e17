import type { Hit } from "../../../../lib/api/wire";
import { allMadeHere, AllMadeHereContext, MadeHere } from "../../../../components/tile/MadeHere";
import styles from "../../search.module.css";
import { useDeferredValue } from "react";
import { Tile } from "../../../../components/tile/Tile";

/** Two rows of a wide screen, five of a phone. */
const FIRST_TILES = 10;

/** How many tiles to draw: those below the first screen follow a little later, so that input does not wait. */
export function useDrawn(): number {
  return useDeferredValue(Number.POSITIVE_INFINITY, FIRST_TILES);
}

const EAGER_TILES = 5;

interface TileGridProps {
  hits: readonly Hit[];
  large: boolean;
  /** The first row's pictures load at once. */
  eager: boolean;
}

/** Tiles in as many columns as fit from 220 px, two on phones (ui.md). */
export function TileGrid({ hits, large, eager }: TileGridProps) {
  return (
    <ul className={styles.grid} data-part="tiles" data-large={large} role="list">
      {hits.map((hit, index) => (
        <li key={hit.objectID} className="shrinks">
          <Tile hit={hit} eager={eager && index < EAGER_TILES} />
        </li>
      ))}
    </ul>
  );
}

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

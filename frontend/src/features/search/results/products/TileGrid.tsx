import { useDeferredValue } from "react";
import type { Hit } from "../../../../lib/api/wire";
import { Tile } from "../../../../components/tile/Tile";
import styles from "../../search.module.css";

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

import type { Hit } from "../../../../lib/api/wire";
import { Tile } from "../../../../components/tile/Tile";
import styles from "../../search.module.css";

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
        <li key={hit.objectID} className={styles.cell}>
          <Tile hit={hit} eager={eager && index < EAGER_TILES} />
        </li>
      ))}
    </ul>
  );
}

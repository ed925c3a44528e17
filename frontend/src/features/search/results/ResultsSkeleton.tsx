import { TileSkeleton } from "../../../components/tile/TilePicture";
import styles from "../search.module.css";

const TILES = Array.from({ length: 10 }, (_, index) => index);

/** Placeholder blocks for the tiles of one section. */
export function GridSkeleton({ large }: { large: boolean }) {
  return (
    <div className={styles.section} aria-hidden="true">
      <div className="row gap-3 mb-2 h-10">
        <span className={styles.headBlock} />
      </div>
      <ul className={styles.grid} data-large={large}>
        {TILES.map((tile) => (
          <li key={tile}>
            <TileSkeleton />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The results screen before its code or its filter data has come. */
export function ResultsSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden">Loading products</p>
      <div className={styles.bar} />
      <div className="page-width">
        <GridSkeleton large={false} />
      </div>
    </div>
  );
}

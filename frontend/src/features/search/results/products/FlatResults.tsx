import type { Hit } from "../../../../lib/api/wire";
import { AllMadeHereContext } from "../../../../components/tile/extra";
import { allMadeHere, MadeHere } from "../../../../components/tile/MadeHere";
import { TileGrid, useDrawn } from "./TileGrid";
import styles from "../../search.module.css";

/** All hits in their order, in one grid. */
export function FlatResults({ hits, large }: { hits: readonly Hit[]; large: boolean }) {
  const drawn = useDrawn();
  const isAllMadeHere = allMadeHere(hits);
  return (
    <>
      <h2 className="visually-hidden">All in one list</h2>
      <section className={styles.flat} aria-label="Products" data-part="flat">
        {isAllMadeHere && (
          <p className={styles.flatNote}>
            <MadeHere /> All of these are made in South Africa.
          </p>
        )}
        <AllMadeHereContext value={isAllMadeHere}>
          <TileGrid hits={hits.slice(0, drawn)} large={large} eager />
        </AllMadeHereContext>
      </section>
    </>
  );
}

import { useDeferredValue } from "react";
import type { Hit } from "../../../../lib/api/wire";
import { SaidMadeContext } from "../../../../components/tile/extra";
import { allMadeHere, MadeHere } from "../../../../components/tile/MadeHere";
import { TileGrid } from "./TileGrid";
import styles from "../../search.module.css";

/** Two rows of a wide screen, five of a phone. */
const FIRST_TILES = 10;

/** All hits in their order, in one grid; those below the first look are drawn a little later. */
export function FlatResults({ hits, large }: { hits: readonly Hit[]; large: boolean }) {
  const drawn = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_TILES);
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
        <SaidMadeContext value={isAllMadeHere}>
          <TileGrid hits={hits.slice(0, drawn)} large={large} eager />
        </SaidMadeContext>
      </section>
    </>
  );
}

import type { Hit } from "../../../../lib/api/wire";
import { allMadeHere, AllMadeHereContext, MadeHere } from "../../../../components/tile/TilePicture";
import styles from "../../search.module.css";
import { useDeferredValue, useState } from "react";
import { Tile } from "../../../../components/tile/Tile";
import { useLocation } from "react-router-dom";
import { PHONE, useMediaQuery } from "../../../../lib/hooks";
import { scrollEntry } from "../../../../lib/browser/history";
import { toggled } from "../../../../lib/search/searchState";
import { isText, listIn, readStored, writeStored } from "../../../../lib/store";
import { useAnswer } from "../../engine/answer";

/**
 * A value of the history entry, as its scroll position is: back and forward find the page as it was
 * left. `parse` reads its JSON, or null where nothing is stored.
 */
function useEntryState<T>(prefix: string, parse: (json: string | null) => T): [T, (next: T) => void] {
  const key = prefix + scrollEntry(useLocation());
  const read = () => ({ key, value: parse(readStored(key, "sessionStorage")) });
  const [kept, setKept] = useState(read);
  const current = kept.key === key ? kept : read();
  if (current !== kept) setKept(current);
  const keep = (value: T) => {
    writeStored(key, JSON.stringify(value), "sessionStorage");
    setKept({ key, value });
  };
  return [current.value, keep];
}

/** The sections that are collapsed, by id; a new search starts with all open (spec §2.4). */
export function useFolded() {
  const [folded, keep] = useEntryState("folded:", (json) => listIn(json, isText));
  return { folded, toggle: (id: string) => keep(toggled(folded, id)) };
}

/** Twelve rows of a phone: a page of 100 is 22,000 px. */
const STEP = 24;

/** How many of a page's products a phone shows at a time. */
export function useShown() {
  const phone = useMediaQuery(PHONE);
  const [count, keep] = useEntryState("shown:", (json) => Math.max(STEP, Number(json) || 0));
  return { shown: phone ? count : Number.POSITIVE_INFINITY, showMore: () => keep(count + STEP) };
}

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

export interface ProductsProps {
  hits: readonly Hit[];
  /** In an order that was chosen. */
  sorted: boolean;
  large: boolean;
}

/** The heading of the products that do not match all of the query. */
export function OthersHeading() {
  const { understanding } = useAnswer();
  return <h2 className={styles.similar}>{understanding?.near ? "Similar products" : "Other products"}</h2>;
}

/** All hits in their order, in one grid; what is only similar follows in another. */
export function FlatResults({ hits, large }: Omit<ProductsProps, "sorted">) {
  const drawn = useDrawn();
  const firstSimilar = hits.findIndex(({ similar }) => similar);
  const all = firstSimilar < 0 ? hits.length : firstSimilar;
  const similar = hits.slice(all, drawn);
  const isAllMadeHere = allMadeHere(hits);
  return (
    <>
      <h2 className="visually-hidden">All in one list</h2>
      <section className="pt-4 pb-5" aria-label="Products" data-part="flat">
        {isAllMadeHere && (
          <p className="row muted type-control gap-2 mb-2">
            <MadeHere /> All of these are made in South Africa.
          </p>
        )}
        <AllMadeHereContext value={isAllMadeHere}>
          {all > 0 && <TileGrid hits={hits.slice(0, Math.min(all, drawn))} large={large} eager />}
          {similar.length > 0 && (
            <>
              <OthersHeading />
              <TileGrid hits={similar} large={large} eager={all === 0} />
            </>
          )}
        </AllMadeHereContext>
      </section>
    </>
  );
}

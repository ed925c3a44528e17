import { useRef } from "react";
import { useSearchActions } from "../../hooks/searchContext";
import { EMPTY_STATE, withValues } from "../../lib/search/searchState";
import type { Carousel, Hit } from "../../lib/api/wire";
import { AllMadeHereContext } from "../tile/extra";
import { allMadeHere, MadeHere } from "../tile/MadeHere";
import { Tile } from "../tile/Tile";
import { RailArrows } from "./RailArrows";
import styles from "./rail.module.css";

interface ProductRailProps {
  name: string;
  hits: readonly Hit[];
  /** The first rail's pictures load at once. */
  first: boolean;
  /** Left out where the rail has them all. */
  onViewAll?: () => void;
}

interface RailProps {
  carousel: Carousel;
  first: boolean;
}

const EAGER_TILES = 5;

/** Products on a rail that scrolls sideways; nothing where there are none. */
export function ProductRail({ name, hits, first, onViewAll }: ProductRailProps) {
  const list = useRef<HTMLUListElement>(null);
  const isAllMadeHere = allMadeHere(hits);
  if (hits.length === 0) return null;
  return (
    <section className={styles.rail} aria-label={name}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{name}</h2>
        {isAllMadeHere && <MadeHere />}
        {onViewAll && (
          <button type="button" className={styles.viewAll} onClick={onViewAll}>
            View all<span className="visually-hidden"> {name}</span>
          </button>
        )}
        <RailArrows name={name} list={list} />
      </div>
      <AllMadeHereContext value={isAllMadeHere}>
        <ul ref={list} className={styles.slides} role="list">
          {hits.map((hit, index) => (
            <li key={hit.objectID} className={styles.slide}>
              <Tile hit={hit} eager={first && index < EAGER_TILES} />
            </li>
          ))}
        </ul>
      </AllMadeHereContext>
    </section>
  );
}

/** One category's newest products. */
export function Rail({ carousel, first }: RailProps) {
  const { commit } = useSearchActions();
  const viewAll = () => commit(() => withValues(EMPTY_STATE, "category", [carousel.category]));
  return <ProductRail name={carousel.name} hits={carousel.hits} first={first} onViewAll={viewAll} />;
}

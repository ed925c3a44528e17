import { useRef } from "react";
import { IconButton } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { useSearchActions } from "../../hooks/searchContext";
import { EMPTY_STATE, withValues } from "../../lib/searchState";
import { useSession } from "../../lib/session";
import type { Carousel, Hit } from "../../lib/wire";
import { Tile } from "../tile/Tile";
import styles from "./landing.module.css";

interface ProductRailProps {
  name: string;
  hits: readonly Hit[];
  /** The first rail's pictures load at once. */
  first: boolean;
  onViewAll: () => void;
}

interface RailProps {
  carousel: Carousel;
  first: boolean;
}

const EAGER_TILES = 5;

function scrollRail(list: HTMLElement | null, direction: 1 | -1): void {
  list?.scrollBy({ left: direction * list.clientWidth, behavior: "smooth" });
}

/** Products on a rail that scrolls sideways; nothing where there are none. */
export function ProductRail({ name, hits, first, onViewAll }: ProductRailProps) {
  const { currency } = useSession();
  const list = useRef<HTMLUListElement>(null);
  if (hits.length === 0) return null;
  return (
    <section className={styles.rail} aria-label={name}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{name}</h2>
        <button type="button" className={styles.viewAll} onClick={onViewAll}>
          View all<span className="visually-hidden"> {name}</span>
        </button>
        <div className={styles.arrows}>
          <IconButton aria-label={`${name}: back`} onClick={() => scrollRail(list.current, -1)}>
            <Icon name="left" />
          </IconButton>
          <IconButton aria-label={`${name}: more`} onClick={() => scrollRail(list.current, 1)}>
            <Icon name="right" />
          </IconButton>
        </div>
      </div>
      <ul ref={list} className={styles.slides} role="list">
        {hits.map((hit, index) => (
          <li key={hit.objectID} className={styles.slide}>
            <Tile hit={hit} currency={currency} eager={first && index < EAGER_TILES} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One category's newest products. */
export function Rail({ carousel, first }: RailProps) {
  const { commit } = useSearchActions();
  const viewAll = () => commit(() => withValues(EMPTY_STATE, "category", [carousel.category]));
  return <ProductRail name={carousel.name} hits={carousel.hits} first={first} onViewAll={viewAll} />;
}

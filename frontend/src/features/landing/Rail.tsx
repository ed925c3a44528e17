import { useRef } from "react";
import { IconButton } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { useSearchActions } from "../../hooks/searchContext";
import { EMPTY_STATE, withValues } from "../../lib/searchState";
import { useSession } from "../../lib/session";
import type { Carousel } from "../../lib/wire";
import { Tile } from "../tile/Tile";
import styles from "./landing.module.css";

interface RailProps {
  carousel: Carousel;
  /** The first rail's pictures load at once. */
  first: boolean;
}

const EAGER_TILES = 5;

function scrollRail(list: HTMLElement | null, direction: 1 | -1): void {
  list?.scrollBy({ left: direction * list.clientWidth, behavior: "smooth" });
}

/** One category's newest products on a rail that scrolls sideways. */
export function Rail({ carousel, first }: RailProps) {
  const { currency } = useSession();
  const { commit } = useSearchActions();
  const list = useRef<HTMLUListElement>(null);
  const viewAll = () => commit(() => withValues(EMPTY_STATE, "category", [carousel.category]));
  if (carousel.hits.length === 0) return null;
  return (
    <section className={styles.rail} aria-label={carousel.name}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{carousel.name}</h2>
        <button type="button" className={styles.viewAll} onClick={viewAll}>
          View all<span className="visually-hidden"> {carousel.name}</span>
        </button>
        <div className={styles.arrows}>
          <IconButton aria-label={`${carousel.name}: back`} onClick={() => scrollRail(list.current, -1)}>
            <Icon name="left" />
          </IconButton>
          <IconButton aria-label={`${carousel.name}: more`} onClick={() => scrollRail(list.current, 1)}>
            <Icon name="right" />
          </IconButton>
        </div>
      </div>
      <ul ref={list} className={styles.slides} role="list">
        {carousel.hits.map((hit, index) => (
          <li key={hit.objectID} className={styles.slide}>
            <Tile hit={hit} currency={currency} eager={first && index < EAGER_TILES} />
          </li>
        ))}
      </ul>
    </section>
  );
}

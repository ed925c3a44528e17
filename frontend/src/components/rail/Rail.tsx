import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { categoryPath } from "../../lib/catalogue/worlds";
import { rememberedSort, setManuallyFiltered } from "../../lib/visitor/preferences";
import type { Carousel, Hit } from "../../lib/api/wire";
import { Tile } from "../tile/Tile";
import { IconButton } from "../Button";
import { Icon } from "../icons/Icon";
import styles from "./rail.module.css";

interface ProductRailProps {
  name: string;
  hits: readonly Hit[];
  /** The first rail's pictures load at once. */
  first?: boolean;
  /** The address of all of them; left out where the rail has them all. */
  all?: string;
}

const EAGER_TILES = 5;

/** Whether the rail is at one of its ends; zoomed screens round by a pixel. */
function useEnds(list: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ start: true, end: false });
  useEffect(() => {
    const rail = list.current;
    if (!rail) return undefined;
    const note = () => {
      const start = rail.scrollLeft <= 1;
      const end = rail.scrollLeft >= rail.scrollWidth - rail.clientWidth - 1;
      setEnds((old) => (old.start === start && old.end === end ? old : { start, end }));
    };
    const resized = new ResizeObserver(note);
    resized.observe(rail);
    rail.addEventListener("scroll", note, { passive: true });
    return () => {
      resized.disconnect();
      rail.removeEventListener("scroll", note);
    };
  }, [list]);
  return ends;
}

/** One screen back or on; only on large screens (spec §2.3). An end keeps its arrow, and the focus. */
function RailArrows({ name, list }: { name: string; list: RefObject<HTMLElement | null> }) {
  const { start, end } = useEnds(list);
  const scroll = (direction: 1 | -1) => {
    const rail = list.current;
    rail?.scrollBy({ left: direction * rail.clientWidth });
  };
  return (
    <div className={styles.arrows}>
      <IconButton aria-label={`${name}: back`} aria-disabled={start} onClick={() => scroll(-1)}>
        <Icon name="left" />
      </IconButton>
      <IconButton aria-label={`${name}: more`} aria-disabled={end} onClick={() => scroll(1)}>
        <Icon name="right" />
      </IconButton>
    </div>
  );
}

/** Products on a rail that scrolls sideways; nothing where there are none. */
export function ProductRail({ name, hits, first = false, all }: ProductRailProps) {
  const list = useRef<HTMLUListElement>(null);
  if (hits.length === 0) return null;
  return (
    <section className={styles.rail} aria-label={name}>
      <div className="row gap-4 mb-2 h-10">
        <h2 className="type-section strong">{name}</h2>
        {all && (
          <Link className={styles.viewAll} to={all} onClick={() => setManuallyFiltered(true)}>
            View all<span className="visually-hidden"> {name}</span>
          </Link>
        )}
        <RailArrows name={name} list={list} />
      </div>
      <ul ref={list} className={styles.slides} role="list">
        {hits.map((hit, index) => (
          <li key={hit.objectID} className={styles.slide}>
            <Tile hit={hit} eager={first && index < EAGER_TILES} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RailProps extends Pick<ProductRailProps, "first"> {
  carousel: Carousel;
}

/**
 * One category's newest products; all of them come in the order that was chosen last (spec §4). The
 * landing draws its rails one by one: those that are there already are not drawn again.
 */
export const Rail = memo(function Rail({ carousel: { name, hits, category }, first }: RailProps) {
  const sort = rememberedSort();
  const all = `${categoryPath(category)}${sort ? `&sort=${sort}` : ""}`;
  return <ProductRail name={name} hits={hits} first={first} all={all} />;
});

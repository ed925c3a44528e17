import { useEffect, useState, type RefObject } from "react";
import { IconButton } from "../Button";
import { Icon } from "../icons/Icon";
import styles from "./rail.module.css";

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

interface RailArrowsProps {
  name: string;
  list: RefObject<HTMLElement | null>;
}

/** One screen back or on; only on large screens (spec §2.3). An end keeps its arrow, and the focus. */
export function RailArrows({ name, list }: RailArrowsProps) {
  const { start, end } = useEnds(list);
  const scroll = (direction: 1 | -1) => {
    const rail = list.current;
    rail?.scrollBy({ left: direction * rail.clientWidth, behavior: "smooth" });
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

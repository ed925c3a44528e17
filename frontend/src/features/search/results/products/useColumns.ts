import { useLayoutEffect, useRef, useState } from "react";
import { PHONE, useMediaQuery } from "../../../../hooks/useMediaQuery";

/** Of ui.md, in px: what a tile needs at least, a large one, and what is between two. */
const LEAST = 220;
const LEAST_LARGE = 300;
const GUTTER = 16;

/**
 * How many tiles stand in a row of the list below `ref`, as its style sheet lays them out (search.module.css);
 * null until it is measured, and on a phone, which shows a page bit by bit (`useShown`).
 */
export function useColumns(large: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const phone = useMediaQuery(PHONE);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const fitting = Math.floor((width + GUTTER) / ((large ? LEAST_LARGE : LEAST) + GUTTER));
  const columns = width === 0 || phone ? null : Math.max(1, fitting);
  return { ref, columns };
}

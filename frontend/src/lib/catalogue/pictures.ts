import { DECLARED } from "../declared";

const { kept, narrow, wide, tileSizes } = DECLARED.pictures;
const KEPT = new RegExp(kept);

/** The narrow copy of one of our own pictures; any other's own address. */
export function narrowOf(url: string): string {
  const path = KEPT.exec(url)?.[1];
  return path ? `/media${path}-${narrow}.webp` : url;
}

interface Sourced {
  url: string;
  /** In px; null where unknown. */
  width: number | null;
}

/**
 * A tile's picture in the widths that there are of it. One that loads at once is asked for by the
 * page's preload tag in the same words; the others take the width that they are drawn in.
 */
export function widthsOf({ url, width }: Sourced, eager: boolean) {
  const copy = narrowOf(url);
  if (copy === url || (width !== null && width <= narrow)) return { src: url };
  const sizes = eager ? tileSizes : `auto, ${tileSizes}`;
  return { src: url, srcSet: `${copy} ${narrow}w, ${url} ${width ?? wide}w`, sizes };
}

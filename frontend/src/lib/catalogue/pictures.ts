import { DECLARED } from "../declared";
import type { CSSProperties } from "react";
import { inlinedState } from "../api/inlined";

/** Spec §2.3: "Multi" is a gradient of four colours. */
const MULTI = "conic-gradient(#d7352b 0 25%, #f2b632 0 50%, #2e8b57 0 75%, #2b63c6 0)";

export function swatchStyle(value: string, colour: string): CSSProperties {
  return { background: value === "multi" ? MULTI : colour };
}

/** How a colour of the catalogue looks; null where the page does not have it. */
export function swatchOf(slug: string | null | undefined): CSSProperties | null {
  const swatches = new Map(Object.entries(inlinedState().swatches ?? {}));
  const colour = slug ? swatches.get(slug) : null;
  return slug && colour ? swatchStyle(slug, colour) : null;
}

const { kept, narrow, wide, tileSizes } = DECLARED.pictures;
const KEPT = new RegExp(kept);

/** The narrow copy of one of our own pictures; any other's own address. */
export function narrowOf(url: string): string {
  const path = KEPT.exec(url)?.[1];
  return path ? `/media${path}-${narrow}.webp` : url;
}

interface Sourced {
  url: string;
  /** In px, where that is known. */
  width?: number | null;
}

/**
 * A tile's picture in the widths that there are of it, requested in the words of the page's preload
 * tag. Not by the width that it is drawn in: phones get narrower ones (app/declared.py).
 */
export function widthsOf({ url, width }: Sourced) {
  const copy = narrowOf(url);
  if (copy === url || (width != null && width <= narrow)) return { src: url };
  const srcSet = `${copy} ${narrow}w, ${url} ${width ?? wide}w`;
  return { src: url, srcSet, sizes: tileSizes };
}

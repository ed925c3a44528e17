import type { CSSProperties } from "react";
import { inlinedState } from "../api/inlined";

/** Spec §2.3: "Multi" is a gradient of four colours. */
const MULTI = "conic-gradient(#d7352b 0 25%, #f2b632 0 50%, #2e8b57 0 75%, #2b63c6 0)";

export function swatchStyle(value: string, colour: string): CSSProperties {
  return { background: value === "multi" ? MULTI : colour };
}

/** How a colour of the catalogue looks; null where the page does not have it. */
export function swatchOf(slug: string | null | undefined): CSSProperties | null {
  const known = new Map(Object.entries(inlinedState().swatches ?? {}));
  const colour = slug ? known.get(slug) : null;
  return slug && colour ? swatchStyle(slug, colour) : null;
}

import type { CSSProperties } from "react";

/** Spec §2.3: "Multi" is a gradient of four colours. */
const MULTI = "conic-gradient(#d7352b 0 25%, #f2b632 0 50%, #2e8b57 0 75%, #2b63c6 0)";

export function swatchStyle(value: string, colour: string): CSSProperties {
  return { background: value === "multi" ? MULTI : colour };
}

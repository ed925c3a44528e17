import { useDeferredValue } from "react";

/** Two rows of a wide screen, five of a phone. */
const FIRST_TILES = 10;

/** How many tiles to draw: those below the first screen follow a little later, so that input does not wait. */
export function useDrawn(): number {
  return useDeferredValue(Number.POSITIVE_INFINITY, FIRST_TILES);
}

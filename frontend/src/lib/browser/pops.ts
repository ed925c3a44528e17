let asked: ((event: PopStateEvent) => void) | null = null;

/**
 * Hears Back and Forward before the router does: of a window's listeners the first to come is the
 * first to hear, a capturing one too. Called once, before anything is drawn.
 */
export function hearPops(): void {
  window.addEventListener("popstate", (event) => asked?.(event));
}

/** Has each Back and Forward go through `hear` first; null: through nothing. */
export function askPops(hear: typeof asked): void {
  asked = hear;
}

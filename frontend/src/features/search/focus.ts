/** The text box: where the focus goes when the focused element was removed. */
export const SEARCH_BOX_ID = "search-box";

/** The heading of the results: where the focus goes with the first products of another page. */
export const RESULTS_TITLE_ID = "results-title";

/** The products, behind the filters beside them. */
export const PRODUCTS_ID = "products";

/** The button that opens the drop-down: where the focus goes when it closes around it. */
export const FILTERS_TOGGLE_ID = "filters-toggle";

let wanted = false;

/** Puts the focus on the results; those that are not there yet take it when they come. */
export function focusResults(): void {
  wanted = true;
  takeFocus(document.getElementById(RESULTS_TITLE_ID));
}

/** The ref of the results' heading. */
export function takeFocus(title: HTMLElement | null): void {
  if (!wanted || title === null) return;
  wanted = false;
  title.focus({ preventScroll: true });
}

/** Puts the focus on the products, and them on the screen. */
export function focusProducts(): void {
  document.getElementById(PRODUCTS_ID)?.focus();
}

export function focusSearchBox(): void {
  document.getElementById(SEARCH_BOX_ID)?.focus();
}

/** The text box: where the focus goes when the focused element was removed. */
export const SEARCH_BOX_ID = "search-box";

/** The heading of the results: where the focus goes with the first products of another page. */
export const RESULTS_TITLE_ID = "results-title";

/** The button that opens the drop-down: where the focus goes when it closes around it. */
export const FILTERS_TOGGLE_ID = "filters-toggle";

export function focusResults(): void {
  document.getElementById(RESULTS_TITLE_ID)?.focus({ preventScroll: true });
}

export function focusSearchBox(): void {
  document.getElementById(SEARCH_BOX_ID)?.focus();
}

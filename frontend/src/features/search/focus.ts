/** The text box: where the focus goes when what had it is gone. */
export const SEARCH_BOX_ID = "search-box";

/** The heading of the results: where the focus goes with the first products of another page. */
export const RESULTS_TITLE_ID = "results-title";

export function focusResults(): void {
  document.getElementById(RESULTS_TITLE_ID)?.focus({ preventScroll: true });
}

export function focusSearchBox(): void {
  document.getElementById(SEARCH_BOX_ID)?.focus();
}

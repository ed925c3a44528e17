/** The text box: where the focus goes when what had it is gone. */
export const SEARCH_BOX_ID = "search-box";

export function focusSearchBox(): void {
  document.getElementById(SEARCH_BOX_ID)?.focus();
}

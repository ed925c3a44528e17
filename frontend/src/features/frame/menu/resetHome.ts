import { setManuallyFiltered } from "../../../lib/visitor/preferences";

/**
 * What Home and the logo do besides leading to "/": stored styles no longer apply by themselves, so
 * home comes back without any filter (spec §2.2). The link's own navigation reloads the data, also
 * where it leads to the page one is on.
 */
export function resetHome(): void {
  setManuallyFiltered(true);
}

/**
 * Stands in for `qs`, which only InstantSearch's stock router calls (vite.config.ts aliases it).
 * Throws, so that a change which starts to use that router is noticed at once.
 */
function unused(): never {
  throw new Error("qs is not bundled: the search state has its own router");
}

export default { parse: unused, stringify: unused };

import { confirmSearch, recentSearches, rememberSearch, triedSearch } from "./preferences";

beforeEach(() => localStorage.clear());

it("keeps what a pause in typing searched for once something was done with it", () => {
  triedSearch("dre");
  rememberSearch("jacket");
  confirmSearch();
  triedSearch("dress");
  confirmSearch();
  expect(recentSearches()).toEqual(["dress", "jacket"]);
});

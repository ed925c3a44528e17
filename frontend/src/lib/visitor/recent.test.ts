import { recentSearches, rememberSearch } from "./recent";

beforeEach(() => localStorage.clear());

it("keeps the finished text and not what a pause in typing searched for", () => {
  for (const text of ["boots", "jack", "jacket", "Jacket"]) rememberSearch(text);
  expect(recentSearches()).toEqual(["Jacket", "boots"]);
});

import {
  countChosen,
  EMPTY_STATE,
  formatSearch,
  inCurrency,
  isSearched,
  parseSearch,
  toggleValue,
  withValues,
} from "./searchState";

describe("the search in the URL (spec §2.3, ui.md)", () => {
  it("reads repeated parameters as several values of one filter", () => {
    const state = parseSearch("?q=linen&colour=red&colour=blue&category=women/dresses&sort=price_asc&page=3");
    expect(state).toEqual({
      q: "linen",
      filters: { colour: ["red", "blue"], category: ["women/dresses"] },
      sort: "price_asc",
      page: 3,
      currency: null,
      dismissed: [],
      asTyped: false,
    });
  });

  it("writes what it reads, with slashes readable", () => {
    const search = "?q=linen+dress&category=women/dresses&colour=red&sort=price_asc&page=2";
    expect(formatSearch(parseSearch(search))).toBe(search);
  });

  it("keeps values that would be lost to a truth test", () => {
    expect(formatSearch(parseSearch("?price=0-500&gender=men"))).toBe("?price=0-500&gender=men");
    expect(countChosen(parseSearch("?type=0"), "type")).toBe(1);
  });

  it.each(["0", "-1", "1.5", "x", "", "1e99"])("takes page %s for the first", (page) => {
    expect(parseSearch(`?q=a&page=${page}`).page).toBe(1);
  });

  it("ignores what other sites append to links", () => {
    expect(isSearched(parseSearch("?utm_source=x&fbclid=1&ref=blog"))).toBe(false);
  });

  it("has no URL part without text and filters, whatever the sort", () => {
    expect(formatSearch({ ...EMPTY_STATE, sort: "price_asc", page: 4 })).toBe("");
  });

  it("starts at page 1 after every change of a filter", () => {
    const state = parseSearch("?q=a&page=5");
    expect(toggleValue(state, "colour", "red").page).toBe(1);
    expect(withValues(state, "brand", ["X"]).page).toBe(1);
  });

  it("takes a value back on the second toggle and drops the empty filter", () => {
    const state = toggleValue(toggleValue(EMPTY_STATE, "colour", "red"), "colour", "red");
    expect(state.filters).toEqual({});
  });

  it("keeps a filter's place among the others while its values change", () => {
    const state = parseSearch("?colour=red&brand=A");
    expect(Object.keys(toggleValue(state, "colour", "blue").filters)).toEqual(["colour", "brand"]);
  });

  it("drops price bands that are in another currency, and only those", () => {
    const dollars = parseSearch("?price=35-60&colour=red&currency=USD");
    expect(inCurrency(dollars, "USD")).toBe(dollars);
    expect(formatSearch(inCurrency(dollars, "ZAR"))).toBe("?colour=red");
    expect(formatSearch(inCurrency(parseSearch("?price=0-500"), "EUR"))).toBe("");
  });

  it("names the currency of its bands so that a shared link means the same", () => {
    expect(formatSearch({ ...parseSearch("?price=35-60"), currency: "EUR" })).toBe(
      "?price=35-60&currency=EUR",
    );
    expect(formatSearch({ ...parseSearch("?colour=red"), currency: "EUR" })).toBe("?colour=red");
  });
});

import { filterType, inOrder } from "../../../../lib/api/filterData";
import { EMPTY_STATE, parseSearch } from "../../../../lib/search/searchState";
import { FILTER_DATA, filterOf, optionOf } from "../../../../test/fixtures";
import { categoryViews, isOffered, matching, optionViews } from "./options";
import { facetRequest } from "./CategoryOptions";

const views = (attribute: string, search: string, counts: Record<string, number> | null, currency = "ZAR") =>
  optionViews(FILTER_DATA, filterType(FILTER_DATA, attribute)!, parseSearch(search), counts, currency);

describe("the options of a filter type (spec §2.3)", () => {
  it("leave out what has no products, unless it is chosen", () => {
    expect(views("colour", "", { red: 3 }).map((option) => option.value)).toEqual(["red"]);
    expect(views("colour", "?colour=multi", { red: 3 }).map((option) => option.value)).toEqual([
      "red",
      "multi",
    ]);
  });

  it("are all there while nothing is counted yet", () => {
    expect(views("colour", "", null)).toHaveLength(2);
  });

  it("are the price bands of the visitor's currency, without empty ones that are not chosen", () => {
    expect(views("price", "", { "0-500": 3 }).map((option) => option.count)).toEqual([3]);
    expect(views("price", "?price=500-1000", { "0-500": 3 }).map((option) => option.count)).toEqual([3, 0]);
    expect(views("price", "", { "0-35": 1 }, "EUR").map((option) => option.label)).toEqual(["Under €35"]);
  });

  it("are brands by number of products, the chosen one kept though it has none", () => {
    const found = views("brand", "?brand=Gone", { Veld: 2, Karoo: 9 });
    expect(found.map((option) => option.value)).toEqual(["Gone", "Karoo", "Veld"]);
  });

  it("match a search without regard to case and accents", () => {
    expect(matching([{ label: "Décor" }, { label: "Sofas" }], "dECO")).toEqual([{ label: "Décor" }]);
  });

  it.each([
    ["levis", "Levi's"],
    ["levi’s", "Levi's"],
    ["h & m", "H&M"],
    ["gstar", "G-Star"],
  ])("match a search without regard to signs and spaces: %s", (text, label) => {
    expect(matching([{ label: "Sofas" }, { label }], text)).toEqual([{ label }]);
  });
});

describe("filters of what some products carry", () => {
  const size = filterOf("size", { optional: true });
  const sale = filterOf("onSale", { optional: true, kind: "switch", options: [optionOf("true", "On sale")] });

  it("are offered where something found carries it, and while nothing is counted yet", () => {
    expect(isOffered(size, EMPTY_STATE, { XL: 2 })).toBe(true);
    expect(isOffered(size, EMPTY_STATE, null)).toBe(true);
    expect(isOffered(size, EMPTY_STATE, {})).toBe(false);
    expect(isOffered(sale, EMPTY_STATE, { false: 9 })).toBe(false);
    expect(isOffered(sale, EMPTY_STATE, { true: 1, false: 9 })).toBe(true);
    expect(isOffered(filterOf("brand"), EMPTY_STATE, {})).toBe(true);
  });

  it("stay while a value is chosen, to take it back", () => {
    expect(isOffered(size, parseSearch("?size=XL"), {})).toBe(true);
  });

  it("list values in the server's order, numbers too, which an object would put first", () => {
    const data = inOrder({ ...FILTER_DATA, filters: [size] }, { size: ["S", "XL", "8", "10"] });
    const found = optionViews(data, data.filters[0]!, EMPTY_STATE, { 8: 9, 10: 1, XL: 2, S: 1 }, "ZAR");
    expect(found.map((option) => option.value)).toEqual(["S", "XL", "8", "10"]);
    expect(found.map((option) => option.count)).toEqual([1, 2, 9, 1]);
  });
});

describe("categories", () => {
  it("without products show only with 'Show all cats'", () => {
    const counts = { women: 5 };
    expect(categoryViews(FILTER_DATA, null, EMPTY_STATE, counts, false).map((o) => o.value)).toEqual([
      "women",
    ]);
    expect(categoryViews(FILTER_DATA, null, EMPTY_STATE, counts, true)).toHaveLength(2);
  });
});

it("searches a facet's values under all filters, of which the server leaves out the facet's own", () => {
  const state = parseSearch("?q=linen&brand=A&colour=red&colour=-x");
  expect(facetRequest("brand", "kar", state, { currency: "ZAR", countryCode: "GB" })).toMatchObject({
    facetName: "brand",
    facetQuery: "kar",
    query: "linen",
    countryCode: "GB",
    facetFilters: [["brand:A"], ["colour:red", "colour:\\-x"]],
  });
});

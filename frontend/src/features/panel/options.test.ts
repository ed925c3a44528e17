import { filterType } from "../../lib/filterData";
import { EMPTY_STATE, parseSearch } from "../../lib/searchState";
import { FILTER_DATA } from "../../testData";
import { categoryViews, matching, optionViews } from "./options";
import { facetRequest } from "./facetSearch";

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

  it("are the price bands of the visitor's currency, empty ones included", () => {
    expect(views("price", "", { "0-500": 3 }).map((option) => option.count)).toEqual([3, 0]);
    expect(views("price", "", {}, "EUR").map((option) => option.label)).toEqual(["Under €35"]);
  });

  it("are brands by number of products, the chosen one kept though it has none", () => {
    const found = views("brand", "?brand=Gone", { Veld: 2, Karoo: 9 });
    expect(found.map((option) => option.value)).toEqual(["Gone", "Karoo", "Veld"]);
  });

  it("match a search without regard to case and accents", () => {
    expect(matching([{ label: "Décor" }, { label: "Sofas" }], "dECO")).toEqual([{ label: "Décor" }]);
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

it("searches a facet's values under the other filters, not under its own", () => {
  const state = parseSearch("?q=linen&brand=A&colour=red&colour=-x");
  expect(facetRequest("brand", "kar", state, { currency: "ZAR", countryCode: "GB" }).params).toMatchObject({
    facetName: "brand",
    facetQuery: "kar",
    query: "linen",
    countryCode: "GB",
    facetFilters: [["colour:red", "colour:\\-x"]],
  });
});

import { filterType, inOrder } from "../../../../lib/api/catalogue";
import { EMPTY_STATE, parseSearch } from "../../../../lib/search/searchState";
import { FILTER_DATA, filterOf } from "../../../../test/fixtures";
import { matching, optionViews } from "./options";

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

  it("list values in the server's order, numbers too, which an object would put first", () => {
    const data = inOrder({ ...FILTER_DATA, filters: [size] }, { size: ["S", "XL", "8", "10"] });
    const found = optionViews(data, data.filters[0]!, EMPTY_STATE, { 8: 9, 10: 1, XL: 2, S: 1 }, "ZAR");
    expect(found.map((option) => option.value)).toEqual(["S", "XL", "8", "10"]);
    expect(found.map((option) => option.count)).toEqual([1, 2, 9, 1]);
  });
});

import { FILTER_DATA } from "../../test/fixtures";
import { convertedPrice } from "./servable";
import { parseSearch } from "./searchState";
import { normalize, unknownIn } from "./servable";

const bands = (...ends: number[]) =>
  [0, ...ends].map((min, index) => {
    const max = ends[index] ?? null;
    return { value: `${min}-${max ?? ""}`, label: "", min, max };
  });

const DATA = {
  ...FILTER_DATA,
  rates: { EUR: 1, USD: 1.1, ZAR: 20 },
  priceBands: {
    ZAR: bands(500, 1000, 1500, 5000, 10000, 15000, 20000),
    USD: bands(35, 60, 100, 300),
    EUR: bands(35, 60, 100, 300),
  },
};

describe("a price in another currency", () => {
  it.each([
    [["0-500"], ["0-35"]],
    [["500-1000"], ["35-60"]],
    [
      ["0-500", "500-1000"],
      ["0-35", "35-60"],
    ],
    [["20000-"], ["300-"]],
  ])("is the nearest band of %j: %j", (values, expected) => {
    expect(convertedPrice(values, DATA, "ZAR", "USD")).toEqual(expected);
  });

  it.each([
    [["250-800"], ["13-40"]],
    [["10000-15000"], ["500-750"]],
    [["7-9"], ["0-1"]],
    [["3000-"], ["150-"]],
  ])("is a range of amounts where %j is no band, or within one: %j", (values, expected) => {
    expect(convertedPrice(values, DATA, "ZAR", "EUR")).toEqual(expected);
  });

  it("has no value without rates", () => {
    expect(convertedPrice(["0-500"], { ...DATA, rates: {} }, "ZAR", "EUR")).toEqual([]);
  });
});

describe("an address's search", () => {
  const served = (search: string, currency = "ZAR") => normalize(parseSearch(search), DATA, currency);

  it("loses filters and values that there are not, and takes old spellings", () => {
    const search =
      "?foo=1&colour=red&colour=mauve&gender=Mens&price=cheap&brand=Any&category=women%2Fdresses";
    expect(served(search).filters).toEqual({
      colour: ["red"],
      gender: ["men"],
      brand: ["Any"],
      category: ["women/dresses"],
    });
    expect(unknownIn(parseSearch(search), DATA)).toEqual(["Colour: mauve", "Price: cheap"]);
  });

  it("is the same object where all of it can be served", () => {
    const state = parseSearch("?q=a&colour=red&price=0-500&page=2");
    expect(normalize(state, DATA, "ZAR")).toBe(state);
  });

  it("keeps its page and names its currency when its price is converted", () => {
    expect(served("?price=0-500&page=2", "USD")).toMatchObject({ page: 2, currency: "USD" });
    expect(served("?price=0-35&currency=USD")).toMatchObject({
      filters: { price: ["0-500"] },
      currency: null,
    });
  });
});

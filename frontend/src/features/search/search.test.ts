import { FILTER_DATA, hitOf } from "../../testData";
import { EMPTY_STATE, parseSearch } from "../../lib/searchState";
import { chipsOf, chipText } from "./chips";
import { searchParameters } from "./parameters";
import { brandSections, firstTiles } from "./sections";
import { currentSort, sortChoices } from "./sorts";
import { recentSuggestions, serverSuggestions } from "./suggest";

const ZA = { currency: "ZAR", countryCode: "ZA" } as const;

describe("what one search asks for", () => {
  const ask = (search: string) => searchParameters(parseSearch(search), ZA, FILTER_DATA, 100);

  it("names every filter's facet, whether anything is chosen in it or not", () => {
    expect(ask("?q=linen").disjunctiveFacets).toEqual([
      "category",
      "colour",
      "price",
      "brand",
      "gender",
      "saOnly",
    ]);
    expect(ask("?q=linen").maxValuesPerFacet).toBe(500);
  });

  it("carries text, choice, page, currency and country in one value", () => {
    expect(ask("?q=linen&colour=red&page=3")).toMatchObject({
      query: "linen",
      page: 2,
      hitsPerPage: 100,
      currency: "ZAR",
      countryCode: "ZA",
      disjunctiveFacetsRefinements: { colour: ["red"], brand: [] },
    });
  });

  it("stays within what the server answers, however far a link goes", () => {
    expect(ask("?q=a&page=9999").page).toBe(499);
    expect(ask(`?q=${"a".repeat(3000)}`).query).toHaveLength(1000);
  });

  it("escapes a value's leading minus, which would mean 'not'", () => {
    expect(ask("?brand=-X-").disjunctiveFacetsRefinements.brand).toEqual(["\\-X-"]);
  });

  it("takes a sort it does not know for the default one", () => {
    expect(ask("?q=a&sort=price_asc").index).toBe("products_price_asc");
    expect(ask("?q=a&sort=drop_table").index).toBe("products");
  });
});

describe("the order (ui.md)", () => {
  it("offers Best match only while there is text", () => {
    const labels = (search: string) =>
      sortChoices(parseSearch(search), FILTER_DATA).map((choice) => choice.label);
    expect(labels("?q=linen")).toHaveLength(7);
    expect(labels("?q=linen")[0]).toBe("Best match");
    expect(labels("?colour=red")).toHaveLength(6);
  });

  it("is best match with text, newest first without, and the chosen one always", () => {
    expect(currentSort(parseSearch("?q=linen"))).toBe("");
    expect(currentSort(parseSearch("?colour=red"))).toBe("created_desc");
    expect(currentSort(parseSearch("?q=linen&sort=price_asc"))).toBe("price_asc");
  });
});

describe("chips (spec §2.3)", () => {
  const state = parseSearch("?q=linen&colour=red&price=0-500&gender=men&brand=A%27s");

  it("say type and value in the visitor's words", () => {
    expect(chipsOf(state, FILTER_DATA, "ZAR").map(chipText)).toEqual([
      "Text: linen",
      "Colour: Red",
      "Price: up to R 500",
      "Brand: A's",
      "Gender: Men's",
    ]);
  });

  it("remove only themselves", () => {
    const [, red] = chipsOf(state, FILTER_DATA, "ZAR");
    expect(red?.without(state)).toEqual({
      ...state,
      filters: { price: ["0-500"], gender: ["men"], brand: ["A's"] },
    });
  });
});

it("groups a page by brand in the order of each brand's best hit", () => {
  const hits = [hitOf(1), hitOf(2, { brand: "Veld" }), hitOf(3)];
  expect(brandSections(hits).map(({ brand, hits: own }) => [brand, own.length])).toEqual([
    ["Karoo Cotton", 2],
    ["Veld", 1],
  ]);
});

it("draws the first tiles in the page's order, so that the later ones only add to its end", () => {
  const sections = brandSections([
    hitOf(1),
    hitOf(2, { brand: "Veld" }),
    hitOf(3),
    hitOf(4, { brand: "Veld" }),
  ]);
  const drawn = (most: number) => firstTiles(sections, most).map(({ hits }) => hits.length);
  expect([0, 1, 2, 3, 9].map(drawn)).toEqual([[], [1], [2], [2, 1], [2, 2]]);
});

describe("suggestions", () => {
  const answer = {
    products: [1, 2].map((productId) => ({
      productId,
      name: "Linen shirt",
      brand: "Karoo",
      href: null,
      image: null,
    })),
    brands: ["Linen & Co"],
    categories: [{ value: "home/linen", label: "Linen" }],
    spelling: null,
  };

  it("put categories and brands first and name each product once", () => {
    expect(serverSuggestions(answer).map((item) => `${item.kind} ${item.label}`)).toEqual([
      "Category Linen",
      "Brand Linen & Co",
      "Product Linen shirt",
    ]);
  });

  it("make a filter of a category and a text of a product", () => {
    const [category, , product] = serverSuggestions(answer);
    const typed = { ...EMPTY_STATE, q: "lin" };
    expect(category?.change(typed)).toMatchObject({ q: "", filters: { category: ["home/linen"] } });
    expect(product?.change(typed)).toMatchObject({ q: "Linen shirt", filters: {} });
  });

  it("recall searches that go on from the text", () => {
    expect(recentSuggestions(["Linen", "linen dress", "boots"], "lin").map((item) => item.label)).toEqual([
      "Linen",
      "linen dress",
    ]);
  });
});

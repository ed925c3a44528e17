import { FILTER_DATA, hitOf, siblingOf } from "../../test/fixtures";
import { formatSearch, parseSearch } from "../../lib/search/searchState";
import { chipsOf, chipText } from "./results/chips";
import { searchParameters } from "./engine/parameters";
import { brandSections, firstTiles } from "./results/products/sections";
import { distinct, recentSuggestions, serverSuggestions } from "./box/useSuggestions";
import { suggestionsOf } from "./results/NoResults";

const ZA = { currency: "ZAR", countryCode: "ZA" } as const;

describe("the request of one search", () => {
  const requestOf = (search: string) => searchParameters(parseSearch(search), ZA, FILTER_DATA, 100);

  it("stays within what the server answers, however far a link goes", () => {
    expect(requestOf("?q=a&page=9999").page).toBe(499);
    expect(requestOf(`?q=${"a".repeat(3000)}`).query).toHaveLength(1000);
  });

  it("escapes a value's leading minus, which would mean 'not'", () => {
    expect(requestOf("?brand=-X-").disjunctiveFacetsRefinements.brand).toEqual(["\\-X-"]);
  });

  it("takes an unknown sort for the default one", () => {
    expect(requestOf("?q=a&sort=price_asc").index).toBe("products_price_asc");
    expect(requestOf("?q=a&sort=drop_table").index).toBe("products");
  });
});

describe("chips (spec §2.3)", () => {
  it("are one for a price between amounts, in the currency's words", () => {
    const price = (value: string) =>
      chipsOf(parseSearch(`?price=${value}`), FILTER_DATA, "ZAR").map((chip) =>
        chipText(chip).replace(/\s/g, " "),
      );
    expect(price("250-800")).toEqual(["Price: R 250 – R 800"]);
    expect(price("1000-")).toEqual(["Price: R 1,000 and up"]);
    expect(price("0-90")).toEqual(["Price: Up to R 90"]);
    expect(price("0-500")).toEqual(["Price: Under R 500"]);
    expect(price("cheap")).toEqual(["Price: cheap"]);
  });
});

it("keeps what is only similar behind what was requested, also of a brand that has both", () => {
  const hits = [
    hitOf(1),
    hitOf(2, { similar: true }),
    hitOf(3, { brand: "Veld" }),
    hitOf(4, { brand: "Clay", similar: true }),
  ];
  const found = brandSections(hits, { "Karoo Cotton": 12, Veld: 1, Clay: 5 });
  expect(found.map(({ brand, similar, total }) => [brand, similar, total])).toEqual([
    ["Karoo Cotton", false, 1],
    ["Veld", false, 1],
    ["Karoo Cotton", true, 11],
    ["Clay", true, 5],
  ]);
  expect(new Set(found.map(({ id }) => id)).size).toBe(4);
});

it("sets nothing apart on a page where all is only similar", () => {
  const found = brandSections([hitOf(1, { similar: true })], { "Karoo Cotton": 12 });
  expect(found.map(({ similar, total }) => [similar, total])).toEqual([[false, 12]]);
});

describe("a thing in several colours inside a brand's section", () => {
  /** Hits by their letters: equal letters are one thing in several colours. */
  const section = (letters: string) => {
    const all = letters.split("").map((letter, index) => ({ letter, productId: index + 1 }));
    const hits = all.map(({ letter, productId }) => {
      const others = all.filter((one) => one.letter === letter && one.productId !== productId);
      const siblings = others.map((one) => siblingOf(one.productId));
      return hitOf(productId, { siblings });
    });
    const [found] = brandSections(hits);
    return found?.hits.map(({ productId }) => all[productId - 1]?.letter).join("");
  };

  it.each([
    ["abcd", "abcd"], // nothing to part
    ["aabc", "abca"],
    ["aabbcc", "abcabc"],
    ["ababcdcdefef", "abcdefabcdef"], // neither twice in a row nor one above the other
  ])("stands apart from itself: %s", (given, expected) => {
    expect(section(given)).toBe(expected);
  });

  it("follows itself only where nothing is left to put between", () => {
    expect(section("aaab")).toBe("abaa");
  });
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
  it("recall searches that go on from the text, and report nothing twice", () => {
    const recent = recentSuggestions(["Linen", "linen Dress", "boots"], "lin");
    expect(recent.map((item) => item.label)).toEqual(["Linen", "linen Dress"]);
    const served = { queries: ["linen dress"], products: [], brands: [], categories: [] };
    const lines = serverSuggestions(served, { currency: "EUR", countryCode: "" });
    expect(distinct([...recent, ...lines])).toEqual(recent);
  });
});

describe("suggestions for an empty page", () => {
  const state = parseSearch("?q=red+tent&colour=red&colour=multi&brand=Karoo&typed=1&page=2");
  const suggestion = { query: "red tent", dismissed: [], asTyped: true, without: [], total: 3 };
  const suggestions = suggestionsOf(
    state,
    [
      { ...suggestion, asTyped: false },
      { ...suggestion, without: ["colour"] },
      { ...suggestion, query: "tent", asTyped: false },
      { ...suggestion, query: "", asTyped: false },
    ],
    FILTER_DATA,
    "ZAR",
  );

  it("report what each gives up", () => {
    expect(suggestions.map(({ label }) => label)).toEqual([
      "Correct and complete the text",
      "Remove Colour: Red, Colour: Multi",
      "Search for “tent”",
      "Remove Text: red tent",
    ]);
  });

  it("change that and nothing else", () => {
    const changed = suggestions.map(({ change }) => decodeURIComponent(formatSearch(change(state))));
    expect(changed).toEqual([
      "?q=red+tent&colour=red&colour=multi&brand=Karoo",
      "?q=red+tent&typed=1&brand=Karoo",
      "?q=tent&colour=red&colour=multi&brand=Karoo",
      "?colour=red&colour=multi&brand=Karoo",
    ]);
  });
});

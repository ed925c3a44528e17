import { childrenOf, hasChildren, pathTo, toggleCategory } from "./categoryTree";

const tree = [
  { value: "women", label: "Women", order: 1, parent: null },
  { value: "women/shoes/boots", label: "Boots", order: 1, parent: "women/shoes" },
  { value: "women/shoes", label: "Shoes", order: 2, parent: "women" },
  { value: "women/dresses", label: "Dresses", order: 1, parent: "women" },
  { value: "home", label: "Home", order: 0, parent: null },
];

describe("the category tree (spec §2.3)", () => {
  it("lists children in the registry's order", () => {
    expect(childrenOf(tree, null).map((option) => option.label)).toEqual(["Home", "Women"]);
    expect(childrenOf(tree, "women").map((option) => option.label)).toEqual(["Dresses", "Shoes"]);
  });

  it("tells branches from leaves", () => {
    expect(hasChildren(tree, "women/shoes")).toBe(true);
    expect(hasChildren(tree, "women/dresses")).toBe(false);
  });

  it("walks from the top to a category", () => {
    expect(pathTo(tree, "women/shoes/boots").map((option) => option.label)).toEqual([
      "Women",
      "Shoes",
      "Boots",
    ]);
  });

  it("replaces ancestors and descendants by what was chosen", () => {
    expect(toggleCategory(["women/shoes/boots", "home"], "women")).toEqual(["home", "women"]);
    expect(toggleCategory(["women"], "women/shoes/boots")).toEqual(["women/shoes/boots"]);
  });

  it("does not take a sibling with the same beginning for a descendant", () => {
    expect(toggleCategory(["women-plus"], "women")).toEqual(["women-plus", "women"]);
  });

  it("takes a chosen category back", () => {
    expect(toggleCategory(["women", "home"], "home")).toEqual(["women"]);
  });
});

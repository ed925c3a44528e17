import { toggleCategory } from "./worlds";

describe("the category tree (spec §2.3)", () => {
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

import { optionOf } from "../../test/fixtures";
import { emittedIds, sideCategories, toggleSub, toggleTop } from "./SidePanel";

const TREE = sideCategories([
  optionOf("women", "Women", { id: 1, parent: null }),
  optionOf("women/dresses", "Dresses", { id: 2, parent: "women" }),
  optionOf("women/shoes", "Shoes", { id: 3, parent: "women" }),
  optionOf("home", "Home", { id: 4, parent: null }),
]);

describe("the flat view's categories (spec §4)", () => {
  it("open with a top-level category, which takes its sub-categories along", () => {
    const women = toggleTop(TREE, 1);
    expect(women.map(({ open, selected }) => [open, selected])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(emittedIds(women)).toEqual([2, 3]);
  });

  it("deselect and close all others", () => {
    const home = toggleTop(toggleTop(TREE, 1), 4);
    expect(home.map(({ open }) => open)).toEqual([false, true]);
    expect(emittedIds(home)).toEqual([4]);
  });

  it("toggle sub-categories one by one", () => {
    expect(emittedIds(toggleSub(toggleTop(TREE, 1), 2))).toEqual([3]);
  });

  it("emit the category itself when none of its sub-categories is left", () => {
    expect(emittedIds(toggleSub(toggleSub(toggleTop(TREE, 1), 2), 3))).toEqual([1]);
  });

  it("emit nothing when nothing is selected", () => {
    expect(emittedIds(toggleTop(toggleTop(TREE, 1), 1))).toEqual([]);
  });
});

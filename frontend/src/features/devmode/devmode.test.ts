import { EMPTY_SIDE, emittedIds, toggleTop } from "./SidePanel";

describe("the flat view's categories (spec §4)", () => {
  const women = toggleTop(EMPTY_SIDE, 1, [2, 3]);

  it("open with a top-level category, which takes its sub-categories along", () => {
    expect(women).toMatchObject({ open: 1, isTop: true });
    expect(emittedIds(women)).toEqual([2, 3]);
  });

  it("deselect and close all others", () => {
    const home = toggleTop(women, 4, []);
    expect(home.open).toBe(4);
    expect(emittedIds(home)).toEqual([4]);
  });

  it("emit the category itself when none of its sub-categories is left", () => {
    expect(emittedIds({ ...women, subs: [] })).toEqual([1]);
  });

  it("emit nothing when nothing is selected", () => {
    expect(emittedIds(toggleTop(women, 1, [2, 3]))).toEqual([]);
  });
});

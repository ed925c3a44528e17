import { pagerItems } from "./ResultsHead";

describe("the pager (spec §9)", () => {
  it.each([
    [1, 1, [1]],
    [3, 6, [1, 2, 3, 4, 5, 6]],
    [1, 7, [1, 2, 3, 4, "gap", 7]],
    [3, 7, [1, 2, 3, 4, "gap", 7]],
    [4, 7, [1, "gap", 3, 4, 5, "gap", 7]],
    [5, 7, [1, "gap", 4, 5, 6, 7]],
    [7, 7, [1, "gap", 4, 5, 6, 7]],
    [250, 500, [1, "gap", 249, 250, 251, "gap", 500]],
  ])("at page %i of %i", (current, total, expected) => {
    expect(pagerItems(current, total)).toEqual(expected);
  });
});

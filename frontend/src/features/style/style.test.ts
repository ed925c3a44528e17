import { expect, it } from "vitest";
import { selectedStyleIds } from "../../lib/preferences";
import { boardSize } from "./pinBoard";
import { storeSelectedStyles, toggled } from "./selection";

it("the board takes 60 % of the window and a pin a fifth of the board (spec §9)", () => {
  expect(boardSize(1500, 1000)).toEqual({ width: 900, height: 600, pinWidth: 180 });
});

it("a click puts a style in, a second takes it out", () => {
  expect(toggled([1], 2)).toEqual([1, 2]);
  expect(toggled([1, 2], 1)).toEqual([2]);
});

it("the choice is kept under the spec's key", () => {
  storeSelectedStyles([3, 5]);
  expect(localStorage.getItem("selectedStyles")).toBe("[3,5]");
  expect(selectedStyleIds()).toEqual([3, 5]);
});

import { expect, it } from "vitest";
import { collagesOf } from "./StyleSelectPage";

function hits(...pairs: [kind: string, url: string][]) {
  return pairs.map(([kind, url]) => ({ category: [kind], images: [{ url, width: 3, height: 4 }] }));
}

it("a collage mixes kinds, the commonest first, and two styles of the same products show different ones", () => {
  const same = hits(
    ["a", "1"],
    ["a", "2"],
    ["a", "3"],
    ["b", "4"],
    ["b", "5"],
    ["c", "6"],
    ["c", "7"],
    ["c", "8"],
  );
  expect(collagesOf([same, same])).toEqual([
    ["1", "6", "4", "2"],
    ["7", "5", "3", "8"],
  ]);
  const more = hits(["d", "9"], ["e", "10"], ["f", "11"], ["f", "12"]);
  expect(collagesOf([same, [...same, ...more]])[1]).toEqual(["11", "9", "10", "12"]);
});

it("where there are too few pictures, a style shows some that another one shows", () => {
  const few = hits(["a", "1"], ["a", "2"], ["b", "3"], ["b", "4"], ["b", "5"]);
  expect(collagesOf([few, few])[1]).toEqual(["5", "3", "1", "4"]);
});

import { expect, it } from "vitest";
import { effectLines } from "./history";

const NOTHING = { runId: 1, hides: 0, adds: 0, changes: 0, prices: 0 };

it("tells what accepting a run hides, adds and changes, with the prices among it", () => {
  expect(effectLines({ runId: 1, hides: 2, adds: 1, changes: 20, prices: 19 })).toEqual([
    "2 products that it did not see will be hidden at once",
    "1 product will be added or come back",
    "20 products will change, 19 of them in price",
  ]);
  expect(effectLines({ ...NOTHING, changes: 1, prices: 1 })).toEqual([
    "1 product will change, 1 of them in price",
  ]);
  expect(effectLines(NOTHING)).toEqual(["No product is hidden, added or changed"]);
});

import { expect, it } from "vitest";
import { effectLines } from "./history";

const NOTHING = {
  runId: 1,
  hides: 0,
  adds: 0,
  changes: 0,
  fieldChanges: [],
  losses: [],
  gains: [],
  asked: 0,
};
const PRICE = {
  field: "price",
  label: "price",
  known: 40,
  before: 39,
  after: 3,
  lost: 37,
  gained: 1,
  changed: 2,
};

it("tells what accepting a run hides, takes away, adds and changes, field by field", () => {
  const losses = ["37 products will lose their price (39 of 40 → 3 of 40)"];
  const gains = ["1 product will gain its price (39 of 40 → 3 of 40)"];
  const names = { ...PRICE, field: "name", label: "name", lost: 0, gained: 0, changed: 1 };
  expect(
    effectLines({ ...NOTHING, hides: 2, adds: 1, changes: 40, fieldChanges: [PRICE, names], losses, gains }),
  ).toEqual([
    "2 products that it did not see will be hidden at once",
    ...losses,
    "1 product will be added or come back",
    ...gains,
    "40 products will change: 40 in price, 1 in name",
  ]);
  expect(effectLines({ ...NOTHING, changes: 1 })).toEqual(["1 product will change"]);
  expect(effectLines(NOTHING)).toEqual(["No product is hidden, added or changed"]);
});

import { describe, expect, it } from "vitest";
import type { PriceStep } from "../../../lib/api/hits";
import { drawingOf, rowsOf } from "./chart";

function step(first: string, last: string, price: number, extra: Partial<PriceStep> = {}): PriceStep {
  return { first, last, price, ordinaryPrice: null, soldOut: false, ...extra };
}

const STEPS = [
  step("2026-05-01", "2026-05-05", 900),
  step("2026-05-06", "2026-05-10", 700, { ordinaryPrice: 900 }),
  step("2026-05-16", "2026-05-20", 700, { soldOut: true }),
];

describe("the price chart", () => {
  it("holds a price from its first day's beginning to its last one's end, and steps where days meet", () => {
    const { lines, low, high } = drawingOf(STEPS, "2026-05-20");
    expect([low, high]).toEqual([700, 900]);
    expect(lines.map(({ path }) => path)).toEqual(["M0 16H250V224", "M250 224H500", "M750 224H1000"]);
  });

  it("is broken where it was not read, and says where it was sold out and what the store called “was”", () => {
    const { lines, ordinary } = drawingOf(STEPS, "2026-05-20");
    expect(lines.map(({ soldOut }) => soldOut)).toEqual([false, false, true]);
    expect(ordinary).toEqual(["M250 16H500"]);
  });

  it("draws one price in the middle", () => {
    expect(drawingOf([step("2026-05-20", "2026-05-20", 5)], "2026-05-20").lines[0]?.path).toBe("M0 120H1000");
  });

  it("has the gaps in its table, the newest first", () => {
    expect(rowsOf(STEPS).map(({ first, last, step: own }) => [first, last, own?.price ?? null])).toEqual([
      ["2026-05-16", "2026-05-20", 700],
      ["2026-05-11", "2026-05-15", null],
      ["2026-05-06", "2026-05-10", 700],
      ["2026-05-01", "2026-05-05", 900],
    ]);
  });
});

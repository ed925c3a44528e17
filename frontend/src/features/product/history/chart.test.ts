import { describe, expect, it } from "vitest";
import type { PriceStep } from "../../../lib/api/wire";
import { sparkOf } from "../../../components/price/Verdict";
import { dayText, drawingOf, hasMoved, roundAmounts } from "./chart";

function step(first: string, last: string, price: number, extra: Partial<PriceStep> = {}): PriceStep {
  return { first, last, price, ordinaryPrice: null, soldOut: false, ...extra };
}

const STEPS = [
  step("2026-05-01", "2026-05-05", 900),
  step("2026-05-06", "2026-05-10", 700, { ordinaryPrice: 900 }),
  step("2026-05-16", "2026-05-20", 700, { soldOut: true }),
];

describe("the price chart", () => {
  it("is drawn where there is more than one level line", () => {
    const flat = step("2026-05-01", "2026-05-05", 900);
    expect(hasMoved([flat, { ...flat, first: "2026-05-06", last: "2026-05-09" }])).toBe(false);
    expect(STEPS.map((other) => hasMoved([flat, other]))).toEqual([false, true, true]);
  });

  it("holds a price from its first day's beginning to its last one's end, and steps where days meet", () => {
    const { lines } = drawingOf(STEPS, "2026-05-20");
    expect(lines.map(({ path }) => path)).toEqual(["M0 0H25V100", "M25 100H50", "M75 100H100"]);
  });

  it("is broken where it was not read, and reports where it was sold out and what the store called “was”", () => {
    const { lines, ordinary, stock } = drawingOf(STEPS, "2026-05-20");
    expect(lines.map(({ soldOut: away }) => away)).toEqual([false, false, true]);
    expect(stock.map(({ span, soldOut: away }) => [...span, away])).toEqual([
      [0, 25, false],
      [25, 50, false],
      [75, 100, true],
    ]);
    expect(ordinary).toEqual(["M25 0H50"]);
  });

  it("has round amounts and the months where they are drawn, and the last 90 days", () => {
    const steps = [step("2026-03-04", "2026-05-31", 2999), step("2026-06-01", "2026-06-11", 2499)];
    const { amounts, months, end, window } = drawingOf(steps, "2026-06-11");
    expect(amounts.map(({ value }) => value)).toEqual([2400, 2600, 2800, 3000]);
    expect(amounts.map(({ at }) => at)).toEqual([100, 66.67, 33.33, 0]);
    expect(end).toBe(83.5);
    expect(months.map(({ value }) => dayText(value))).toEqual(["2026-04-01", "2026-05-01", "2026-06-01"]);
    expect(months[0]?.at).toBe(28);
    expect(window).toEqual([10, 100]);
  });

  it.each([
    [5, 5, [5, 5.2]],
    [0.99, 1.01, [0.95, 1, 1.05]],
    [19, 1299, [0, 500, 1000, 1500]],
    [899, 899, [875, 900]],
  ])("has round amounts around %d and %d", (low, high, amounts) => {
    expect(roundAmounts(low, high)).toEqual(amounts);
  });

  it("is small of the last 90 days, without what was sold out", () => {
    expect(sparkOf(STEPS, "2026-05-20")).toEqual([
      [70, 75, 100],
      [75, 80, 0],
    ]);
    expect(sparkOf([step("2026-05-01", "2026-05-20", 900)], "2026-05-20")).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { stateOf, trendPoints, trendWords, troublesOf } from "./Sparkline";
import type { BrandOverview, BrandRun } from "../api/wire";
import { fieldLabel } from "../../../components/brandform/fields";
import { actionWords, shownValue } from "../editor/versions";

function run(id: number, foundCount: number, result: BrandRun["result"] = "success"): BrandRun {
  return { id, kind: "scrape", result, complete: true, foundCount, failureReason: null, endTime: null };
}

const BRAND: BrandOverview = {
  id: 12,
  name: "Karoo Cotton",
  slug: "karoo-cotton",
  website: "https://karoo.example",
  isActive: true,
  archivedAt: null,
  deletingAt: null,
  state: null,
  pid: null,
  pages: 2,
  checkable: false,
  schedule: "By hand",
  nextRun: null,
  lastRun: run(3, 40),
  trend: [],
  troubles: [],
};

describe("the list of brands", () => {
  it("takes a brand for troubled that operators were told of, or whose last run was no success", () => {
    expect(troublesOf(BRAND)).toEqual([]);
    expect(troublesOf({ ...BRAND, lastRun: run(4, 0, "failed") })).toEqual(["failed"]);
    expect(troublesOf({ ...BRAND, lastRun: run(4, 0, "stopped") })).toEqual([]);
    expect(troublesOf({ ...BRAND, troubles: ["shrinking"] })).toEqual(["shrinking"]);
  });

  it("says what a brand does now before whether it is on", () => {
    expect(stateOf({ ...BRAND, state: "running" })).toBe("running");
    expect(stateOf({ ...BRAND, isActive: false })).toBe("disabled");
  });
});

describe("a trend", () => {
  it("is told in words, too", () => {
    expect(trendWords([])).toBe("No run has found products yet");
    expect(trendWords([run(1, 7)])).toBe("Found products: 7");
    expect(trendWords([run(1, 40), run(2, 12)])).toBe("Found products of 2 runs: 40, 12");
  });

  it("runs from the left to the right, the most at the top", () => {
    expect(trendPoints([10, 30, 20], 80, 20)).toEqual([
      { x: 0, y: 20 },
      { x: 40, y: 0 },
      { x: 80, y: 10 },
    ]);
  });

  it("is level in the middle, and a single run a point at the end", () => {
    expect(trendPoints([5, 5], 80, 20).map(({ y }) => y)).toEqual([10, 10]);
    expect(trendPoints([5], 80, 20)).toEqual([{ x: 80, y: 10 }]);
  });
});

describe("an edit", () => {
  it("shows what is empty, switches and lists in words", () => {
    expect(shownValue("")).toBe("(empty)");
    expect(shownValue(null)).toBe("(empty)");
    expect(shownValue(false)).toBe("off");
    expect(shownValue(0)).toBe("0");
    expect(shownValue([])).toBe("(none)");
    expect(shownValue([3, 4])).toBe("3\n4");
    const page = { pageUrl: "https://x.example/a", productCategory: 5, color: null, customClickSelector: "" };
    expect(shownValue([page])).toBe("https://x.example/a, category 5");
  });

  it("names who made it, where that is known, and the field by its label", () => {
    const version = { id: 1, restoredId: null, createdAt: "", changes: [], restoring: [] };
    expect(actionWords({ ...version, author: "anna", action: "edited" })).toBe("Edited by anna");
    expect(actionWords({ ...version, author: "", action: "added" })).toBe("Added");
    expect(fieldLabel("priceXPath", [])).toBe("priceXPath");
  });
});

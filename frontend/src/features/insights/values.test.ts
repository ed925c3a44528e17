import { expect, it } from "vitest";
import type { InsightPanel } from "../../lib/api/schema";
import { csvOf, shortLabel, written } from "./values";

const PANEL: InsightPanel = {
  id: "top",
  dashboard: "searches",
  title: "Top",
  question: "What?",
  chart: "table",
  by: "Text",
  measures: [
    { label: "Searches", unit: "number" },
    { label: "When", unit: "date" },
  ],
  timed: true,
  ofVisitors: false,
  leadsTo: null,
  action: "search",
};

it("writes values with their unit, and a dash where there is none", () => {
  expect(written(0.256, "percent")).toBe("25.6%");
  expect(written(1234.56, "number")).toBe("1,234.6");
  expect(written(249.6, "ms")).toBe("250 ms");
  expect(written(null, "number")).toBe("–");
});

it("marks the day and the week that are not over", () => {
  vi.setSystemTime("2026-11-25T10:00:00Z");
  const labels = [
    ["2026-11-24", "Day", "24 Nov"],
    ["2026-11-25", "Day", "25 Nov so far"],
    ["2026-11-16", "Week", "16 Nov"],
    ["2026-11-23", "Week", "23 Nov so far"],
    ["karoo-cotton", "Store", "karoo-cotton"],
  ] as const;
  for (const [label, by, words] of labels) expect(shortLabel(label, by)).toBe(words);
  vi.useRealTimers();
});

it("makes CSV that no spreadsheet runs, with exact numbers", () => {
  const row = (label: string) => ({ key: label, label, href: null, values: [2, 0], before: null });
  expect(csvOf(PANEL, [row('=HYPERLINK("x")'), row("a, b")])).toBe(
    '"Text","Searches","When"\r\n' +
      '"\'=HYPERLINK(""x"")",2,"1970-01-01T00:00:00.000Z"\r\n' +
      '"a, b",2,"1970-01-01T00:00:00.000Z"\r\n',
  );
});

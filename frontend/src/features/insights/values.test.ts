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
  expect(shortLabel("2026-11-22")).toBe("22 Nov");
  expect(shortLabel("karoo-cotton")).toBe("karoo-cotton");
});

it("makes CSV that no spreadsheet runs, with exact numbers", () => {
  const row = (label: string) => ({ key: label, label, href: null, values: [2, 0], before: null });
  expect(csvOf(PANEL, [row('=HYPERLINK("x")'), row("a, b")])).toBe(
    '"Text","Searches","When"\r\n' +
      '"\'=HYPERLINK(""x"")",2,"1970-01-01T00:00:00.000Z"\r\n' +
      '"a, b",2,"1970-01-01T00:00:00.000Z"\r\n',
  );
});

import type { BrandOverview, BrandRun } from "../api/wire";

export const SHOWN = ["all", "active", "disabled", "in trouble", "scheduled"] as const;
export type Shown = (typeof SHOWN)[number];

export const LABELS: Readonly<Record<Shown, string>> = {
  all: "(All)",
  active: "Active",
  disabled: "Disabled",
  "in trouble": "In trouble",
  scheduled: "Scheduled",
};

const TESTS: Readonly<Record<Shown, (brand: BrandOverview) => boolean>> = {
  all: () => true,
  active: ({ isActive }) => isActive,
  disabled: ({ isActive }) => !isActive,
  "in trouble": (brand) => troublesOf(brand).length > 0,
  scheduled: ({ nextRun }) => nextRun !== null,
};

/** Words are looked for in the name and the website; a number is also an id. */
export function matches(brand: BrandOverview, text: string, shown: Shown): boolean {
  if (!TESTS[shown](brand)) return false;
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === "" || String(brand.id) === wanted) return true;
  return `${brand.name} ${brand.website}`.toLocaleLowerCase().includes(wanted);
}

/** A brand's problems: those operators were alerted of, or a failed or suspect last run. */
export function troublesOf({ troubles, lastRun }: BrandOverview): readonly string[] {
  if (troubles.length > 0) return troubles;
  return lastRun && (lastRun.result === "failed" || lastRun.result === "suspect") ? [lastRun.result] : [];
}

/** One word for the state: what it does now, otherwise whether it is on. */
export function stateOf({ state, isActive }: BrandOverview): string {
  return state ?? (isActive ? "active" : "disabled");
}

/** The trend as text, for screen readers. */
export function trendWords(trend: readonly BrandRun[]): string {
  if (trend.length === 0) return "No run has found products yet";
  const counts = trend.map(({ foundCount }) => foundCount).join(", ");
  return trend.length === 1
    ? `Found products: ${counts}`
    : `Found products of ${trend.length} runs: ${counts}`;
}

export interface Point {
  x: number;
  y: number;
}

/** The trend as points of a box; a line that stays level runs through its middle. */
export function trendPoints(counts: readonly number[], width: number, height: number): Point[] {
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  const step = counts.length > 1 ? width / (counts.length - 1) : 0;
  return counts.map((count, index) => ({
    x: counts.length > 1 ? index * step : width,
    y: high === low ? height / 2 : height - ((count - low) / (high - low)) * height,
  }));
}

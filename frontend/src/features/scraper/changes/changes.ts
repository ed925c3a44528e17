import type { OperatorActionRow } from "../../../lib/api/schema";
import { shownValue } from "../editor/versions";

interface Line {
  name: string;
  /** null: there was none. */
  old: string | null;
  now: string | null;
}

/** Names of fields on the wire as words: "scrapeCron" is "scrape cron". */
function wordsOf(name: string): string {
  return name
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

function said(values: OperatorActionRow["before"], name: string): string | null {
  return values && name in values ? shownValue(values[name]) : null;
}

/** What a change made of what, a line for each name. */
export function diffOf({ before, after }: Pick<OperatorActionRow, "before" | "after">): Line[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({ name: wordsOf(name), old: said(before, name), now: said(after, name) }));
}

/** Where what was changed is looked at; null where it has no page, or is gone. */
export function linkOf({ kind, key, action, subject }: OperatorActionRow): string | null {
  if (kind === "brand") return action === "deleted" ? null : `/scraper?brand=${key}`;
  if (kind === "stores") return "/scraper?brand=list";
  if (kind === "synonym") return `/?q=${encodeURIComponent(key)}`;
  if (kind === "take-down") return "/scraper?tab=takedowns";
  if (kind === "run") return "/scraper?tab=history";
  if (kind === "website") return "/scraper?tab=suggestions";
  return kind === "product" ? `/?q=${encodeURIComponent(subject)}` : null;
}

import type { BrandPageRow, BrandVersion } from "../api/wire";

const WORDS: Readonly<Record<BrandVersion["action"], string>> = {
  before: "As it was before the first edit that was kept",
  added: "Added",
  edited: "Edited",
  restored: "Restored",
};

/** What was done and by whom. */
export function actionWords({ action, author }: BrandVersion): string {
  return author === "" ? WORDS[action] : `${WORDS[action]} by ${author}`;
}

function pageWords({ pageUrl, productCategory, color, customClickSelector }: Partial<BrandPageRow>): string {
  const parts = [
    pageUrl,
    productCategory && `category ${productCategory}`,
    color && `colour ${color}`,
    customClickSelector,
  ];
  return parts.filter(Boolean).join(", ");
}

function entryWords(entry: unknown): string {
  return typeof entry === "object" && entry !== null ? pageWords(entry) : JSON.stringify(entry);
}

/** A value as text; "(empty)" where it is. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(empty)";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.length === 0 ? "(none)" : value.map(entryWords).join("\n");
}

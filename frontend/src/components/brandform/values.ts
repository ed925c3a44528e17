import type { Resolver } from "react-hook-form";
import { WEBSITE_MESSAGES, websiteError } from "../../lib/catalogue/website";
import type { BrandInput, FieldChange } from "../../lib/api/schema";
import type { BrandField, FieldType } from "./fields";

export interface PageEntry {
  pageId: number | null;
  pageUrl: string;
  /** Ids as a select holds them; "" where the classifier decides. */
  productCategory: string;
  color: string;
  customClickSelector: string;
}

export type FieldValue = string | boolean | readonly number[] | readonly PageEntry[];
export type BrandValues = Readonly<Record<string, FieldValue>>;

export const EMPTY_PAGE: PageEntry = {
  pageId: null,
  pageUrl: "",
  productCategory: "",
  color: "",
  customClickSelector: "",
};

/** What a new brand starts with, as the scraper's configuration does; everything else is empty. */
const DEFAULTS: Readonly<Record<string, FieldValue>> = {
  isActive: true,
  currency: "ZAR",
  source: "pages",
  parentDepth: "1",
  scrollDelay: "0",
  hoverDelay: "0",
};

function emptyValue(field: BrandField): FieldValue {
  if (field.type === "styles") return [];
  if (field.type === "pages") return [EMPTY_PAGE];
  return field.type === "boolean" ? false : "";
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function pageOf(raw: unknown): PageEntry {
  const row = (raw ?? {}) as Record<string, unknown>;
  return {
    pageId: typeof row.pageId === "number" ? row.pageId : null,
    pageUrl: text(row.pageUrl),
    productCategory: text(row.productCategory),
    color: text(row.color),
    customClickSelector: text(row.customClickSelector),
  };
}

/** An answer's value as the form holds it. */
function fromWire(type: FieldType, raw: unknown): FieldValue {
  if (type === "boolean") return raw === true;
  if (type === "styles") {
    return Array.isArray(raw) ? raw.filter((id): id is number => typeof id === "number") : [];
  }
  if (type === "pages") {
    const pages = Array.isArray(raw) ? raw.map(pageOf) : [];
    return pages.length > 0 ? pages : [EMPTY_PAGE];
  }
  return text(raw);
}

/** The form's values: those of `known`, and the initial ones of all other fields. */
export function valuesFrom(fields: readonly BrandField[], known: Record<string, unknown>): BrandValues {
  return Object.fromEntries(
    fields.map((field) => {
      const raw = known[field.name];
      if (raw === undefined) return [field.name, DEFAULTS[field.name] ?? emptyValue(field)];
      return [field.name, raw === null ? emptyValue(field) : fromWire(field.type, raw)];
    }),
  );
}

export function textOf(value: FieldValue | undefined): string {
  return typeof value === "string" ? value : "";
}

export function pagesOf(value: FieldValue | undefined): readonly PageEntry[] {
  return Array.isArray(value) ? (value as readonly PageEntry[]) : [];
}

function idOrNull(value: string): number | null {
  return value === "" ? null : Number(value);
}

/** Rows without an address are dropped (spec §3). */
function pagesToWire(pages: readonly PageEntry[]): unknown[] {
  return pages
    .filter((page) => page.pageUrl.trim() !== "")
    .map((page) => ({
      ...page,
      pageUrl: page.pageUrl.trim(),
      productCategory: idOrNull(page.productCategory),
      color: idOrNull(page.color),
    }));
}

function toWire(type: FieldType, value: FieldValue | undefined): unknown {
  if (type === "pages") return pagesToWire(pagesOf(value));
  if (typeof value !== "string") return value;
  if (type === "number" || type === "country") return idOrNull(value.trim());
  return type === "textarea" ? value : value.trim();
}

/** The body of `POST brands/add` and of a preview; a number or country that is empty is null. */
export function brandBody(fields: readonly BrandField[], values: BrandValues): BrandInput {
  const sent = fields.map((field) => [field.name, toWire(field.type, values[field.name])] as const);
  // The server itself declares these fields and their types (GET brands/fields).
  return Object.fromEntries(sent);
}

/** The fields that differ between two states of the form, as the API would take them. */
export function changesOf(
  fields: readonly BrandField[],
  before: BrandValues,
  after: BrandValues,
): FieldChange[] {
  return fields.flatMap(({ name, type }) => {
    const [old, now] = [toWire(type, before[name]), toWire(type, after[name])];
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ field: name, old, new: now }];
  });
}

const ADDRESS_FIELDS = new Set([
  "website",
  "shippingPage",
  "pinBoardUrl",
  "instagram",
  "feedUrl",
  "catalogueUrl",
]);
const NAME_MESSAGE = "Please enter a name";
const NUMBER_MESSAGE = "Please enter a whole number";

/** The error message of a field, or null. Addresses may be empty (spec §5). */
export function fieldError(field: BrandField, value: FieldValue | undefined): string | null {
  if (field.type === "pages") return pagesOf(value).map(pageError).find(Boolean) ?? null;
  if (typeof value !== "string") return null;
  if (field.name === "name") return value.trim() === "" ? NAME_MESSAGE : null;
  if (field.type === "number") return /^\d*$/.test(value.trim()) ? null : NUMBER_MESSAGE;
  return ADDRESS_FIELDS.has(field.name) ? addressError(value) : null;
}

function addressError(address: string): string | null {
  const error = websiteError(address, false);
  return error && WEBSITE_MESSAGES[error];
}

export function pageError(page: PageEntry): string | null {
  return addressError(page.pageUrl);
}

/** The errors of the form by field; without any it may be sent. */
export function errorsOf(
  fields: readonly BrandField[],
  values: BrandValues,
): Record<string, { type: "value"; message: string }> {
  const wrong = fields.flatMap((field) => {
    const message = fieldError(field, values[field.name]);
    return message === null ? [] : [[field.name, { type: "value" as const, message }] as const];
  });
  return Object.fromEntries(wrong);
}

/** The form's rules, as its library asks for them. */
export function brandResolver(fields: readonly BrandField[]): Resolver<BrandValues> {
  return (values) => {
    const errors = errorsOf(fields, values);
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

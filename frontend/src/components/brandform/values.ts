import type { FieldError, FieldErrors, Resolver } from "react-hook-form";
import { api, bodyOf } from "../../lib/api/client";
import type { BrandField, BrandInput, Category, FieldChange } from "../../lib/api/schema";
import { WEBSITE_MESSAGES, websiteError } from "../../lib/catalogue/website";

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

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function pageFrom(raw: unknown): PageEntry {
  const row = (raw ?? {}) as Record<string, unknown>;
  return {
    pageId: typeof row.pageId === "number" ? row.pageId : null,
    pageUrl: text(row.pageUrl),
    productCategory: text(row.productCategory),
    color: text(row.color),
    customClickSelector: text(row.customClickSelector),
  };
}

/** An answer's value as the form holds it; of none, the empty one. */
function fromWire(type: FieldType, raw: unknown): FieldValue {
  const list: unknown[] = Array.isArray(raw) ? raw : [];
  if (type === "boolean") return raw === true;
  if (type === "styles") return list.filter((id): id is number => typeof id === "number");
  if (type === "pages") return list.length > 0 ? list.map(pageFrom) : [EMPTY_PAGE];
  return text(raw);
}

/** The form's values: those of `known`, and the initial ones of all other fields. */
export function valuesFrom(fields: readonly BrandField[], known: object): BrandValues {
  const values = new Map<string, unknown>(Object.entries(known));
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const raw = values.get(name);
      const initial = raw === undefined ? DEFAULTS[name] : undefined;
      return [name, initial ?? fromWire(type, raw)];
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
  // The server itself declares these fields and their types (GET brands/fields).
  return Object.fromEntries(fields.map(({ name, type }) => [name, toWire(type, values[name])]));
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

const wrong = (message: string, type = "value"): FieldError => ({ type, message });

/** Addresses may be empty (spec §5). */
function addressError(address: string): FieldError | undefined {
  const error = websiteError(address, false);
  return error ? wrong(WEBSITE_MESSAGES[error]) : undefined;
}

/** What is wrong with a field, of pages row by row; undefined where nothing is. */
function errorOf({ name, type }: BrandField, value: FieldValue | undefined) {
  if (type === "pages") {
    const rows = pagesOf(value).map(({ pageUrl }) => ({ pageUrl: addressError(pageUrl) }));
    return rows.some(({ pageUrl }) => pageUrl) ? rows : undefined;
  }
  if (typeof value !== "string") return undefined;
  if (name === "name" && value.trim() === "") return wrong(NAME_MESSAGE, value ? "value" : "required");
  if (type === "number") return /^\d*$/.test(value.trim()) ? undefined : wrong(NUMBER_MESSAGE);
  return ADDRESS_FIELDS.has(name) ? addressError(value) : undefined;
}

/** The errors of the form by field; without any it may be sent. */
export function errorsOf(fields: readonly BrandField[], values: BrandValues): FieldErrors<BrandValues> {
  const errors = fields.map((field) => [field.name, errorOf(field, values[field.name])] as const);
  return Object.fromEntries(errors.filter(([, error]) => error)) as FieldErrors<BrandValues>;
}

/** The form's rules, as its library takes them. */
export function brandResolver(fields: readonly BrandField[]): Resolver<BrandValues> {
  return (values) => {
    const errors = errorsOf(fields, values);
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

/** Where a brand's products come from. */
export const SOURCES = [
  ["pages", "Listing pages"],
  ["feed", "Product feed"],
  ["catalogue", "Platform’s catalogue"],
] as const;

/** The reference data that a brand's fields choose from, by id. */
export type Choices = Readonly<
  Record<"countries" | "styles" | "categories" | "colors", readonly (readonly [id: number, label: string])[]>
>;

/** "Women › Shoes › Boots": a category's name among namesakes. */
function categoryPath(category: Category, all: readonly Category[]): string {
  const parent = all.find(({ id }) => id === category.parentCategoryId);
  return parent ? `${categoryPath(parent, all)} › ${category.name}` : category.name;
}

const byName = ({ id, name }: { id: number; name: string }) => [id, name] as const;

export async function fetchChoices(signal: AbortSignal): Promise<Choices> {
  const [countries, styles, categories, colors] = await Promise.all([
    bodyOf(api.GET("/api/countries", { signal })),
    bodyOf(api.GET("/api/styles", { signal })),
    bodyOf(api.GET("/api/product_categories", { signal })),
    bodyOf(api.GET("/api/colors", { signal })),
  ]);
  return {
    countries: countries.map(({ id, nicename }) => [id, nicename] as const),
    styles: styles.map(byName),
    categories: categories
      .map((category) => [category.id, categoryPath(category, categories)] as const)
      .sort(([, a], [, b]) => a.localeCompare(b)),
    colors: colors.map(byName),
  };
}

export type { BrandField };

/** How a field is edited; the server's declaration names it (`GET /api/brands/fields`). */
export type FieldType = BrandField["type"];

/** The field's label in the form; a field that the form does not have goes by its name. */
export function fieldLabel(name: string, fields: readonly BrandField[]): string {
  return fields.find((field) => field.name === name)?.label ?? name;
}

/** The groups in the order in which a brand is configured, and their headings. */
const HEADINGS: Readonly<Record<string, string>> = {
  store: "Store",
  page: "Pages",
  schedule: "Schedule",
  visits: "Visits to the store",
  list: "On a listing page",
  card: "In a product’s card",
  images: "Images",
  paging: "Further pages",
  detail: "On the detail page",
  shipping: "Shipping",
};

/** The fields by group; a group that is not known here comes last under its own name. */
export function grouped(fields: readonly BrandField[]) {
  const ids = new Set([...Object.keys(HEADINGS), ...fields.map(({ group }) => group)]);
  return [...ids]
    .map((id) => ({ id, name: HEADINGS[id] ?? id, fields: fields.filter(({ group }) => group === id) }))
    .filter((group) => group.fields.length > 0);
}

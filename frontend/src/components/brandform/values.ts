import type { Resolver } from "react-hook-form";
import { WEBSITE_MESSAGES, websiteError } from "../../lib/catalogue/website";
import type { BrandInput, FieldChange, Category, Color, BrandField } from "../../lib/api/schema";
import { api, bodyOf } from "../../lib/api/client";

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

/** The form's rules, as its library takes them. */
export function brandResolver(fields: readonly BrandField[]): Resolver<BrandValues> {
  return (values) => {
    const errors = errorsOf(fields, values);
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

export interface Choice<Id = number> {
  id: Id;
  label: string;
}

type BrandSource = "pages" | "feed" | "catalogue";

/** Where a brand's products come from. */
export const SOURCES: readonly Choice<BrandSource>[] = [
  { id: "pages", label: "Listing pages" },
  { id: "feed", label: "Product feed" },
  { id: "catalogue", label: "Platform’s catalogue" },
];

/** The reference data that a brand's fields choose from. */
export interface Choices {
  countries: readonly Choice[];
  styles: readonly Choice[];
  categories: readonly Choice[];
  colors: readonly Choice[];
}

type Entry = Pick<Color, "id" | "name">;
type CategoryNode = Pick<Category, "id" | "name" | "parentCategoryId">;

/** "Women › Shoes › Boots": a category's name among namesakes. */
export function categoryPath(category: CategoryNode, byId: ReadonlyMap<number, CategoryNode>): string {
  const parent = category.parentCategoryId ? byId.get(category.parentCategoryId) : undefined;
  return parent ? `${categoryPath(parent, byId)} › ${category.name}` : category.name;
}

function categoryChoices(categories: readonly Category[]): Choice[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  return categories
    .map((category) => ({ id: category.id, label: categoryPath(category, byId) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

const byName = ({ id, name }: Entry): Choice => ({ id, label: name });

export async function fetchChoices(signal: AbortSignal): Promise<Choices> {
  const [countries, styles, categories, colors] = await Promise.all([
    bodyOf(api.GET("/api/countries", { signal })),
    bodyOf(api.GET("/api/styles", { signal })),
    bodyOf(api.GET("/api/product_categories", { signal })),
    bodyOf(api.GET("/api/colors", { signal })),
  ]);
  return {
    countries: countries.map(({ id, nicename }) => ({ id, label: nicename })),
    styles: styles.map(byName),
    categories: categoryChoices(categories),
    colors: colors.map(byName),
  };
}

export type { BrandField };

/** How a field is edited; the server's declaration names it (`GET /api/brands/fields`). */
export type FieldType = BrandField["type"];

export interface FieldGroup {
  /** The server's name of the group. */
  id: string;
  name: string;
  fields: BrandField[];
}

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
export function grouped(fields: readonly BrandField[]): FieldGroup[] {
  const groups = new Map<string, BrandField[]>(Object.keys(HEADINGS).map((name) => [name, []]));
  for (const field of fields) {
    groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  }
  return [...groups]
    .filter(([, members]) => members.length > 0)
    .map(([id, members]) => ({ id, name: HEADINGS[id] ?? id, fields: members }));
}

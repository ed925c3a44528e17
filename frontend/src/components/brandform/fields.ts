import type { BrandField } from "../../lib/api/schema";

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

import { api, bodyOf } from "../../lib/api/client";
import type { Category, Color } from "../../lib/api/schema";

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

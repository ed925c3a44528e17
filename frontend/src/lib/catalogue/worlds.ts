import type { Carousel, FilterData, FilterOption, Landing } from "../api/wire";
import { optionsOf } from "../api/catalogue";
import { narrowOf } from "./pictures";
import type { Currency } from "../visitor/session";

/** The children of a category slug; of null, the top level. In the registry's order. */
export function childrenOf(options: readonly FilterOption[], parent: string | null): FilterOption[] {
  return options.filter((option) => (option.parent ?? null) === parent).sort((a, b) => a.order - b.order);
}

export function hasChildren(options: readonly FilterOption[], slug: string): boolean {
  return options.some((option) => option.parent === slug);
}

/** From the top down to and including `slug`. Slugs are paths, so that no tree walk is needed. */
export function pathTo(options: readonly FilterOption[], slug: string): FilterOption[] {
  return options
    .filter((option) => slug === option.value || slug.startsWith(`${option.value}/`))
    .sort((a, b) => a.value.length - b.value.length);
}

function related(a: string, b: string): boolean {
  return a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/**
 * The chosen categories after a click on `slug`: chosen ones are removed, a new one replaces its
 * ancestors and descendants, since a document holds its category and all ancestors.
 */
export function toggleCategory(chosen: readonly string[], slug: string): string[] {
  if (chosen.includes(slug)) return chosen.filter((other) => other !== slug);
  return [...chosen.filter((other) => !related(other, slug)), slug];
}

export interface World {
  slug: string;
  label: string;
}

/** The four top categories, in the order and the words of the landing screen's carousels (spec §1). */
export const WORLDS: readonly World[] = [
  { slug: "home", label: "Home" },
  { slug: "outdoor", label: "Outdoor" },
  { slug: "women", label: "Women" },
  { slug: "men", label: "Men" },
];

export function categoryPath(slug: string): string {
  return `/?category=${slug}`;
}

/** A picture that its rail does not begin with, of what is in no other world; null without any. */
function pictureOf({ hits }: Carousel): string | null {
  const pictured = hits.filter(({ images = [] }) => images.length > 0);
  const own = pictured.filter(({ unisex }) => !unisex);
  const picture = (own.at(-1) ?? pictured.at(-1))?.images?.[0];
  return picture ? narrowOf(picture.url) : null;
}

/** Shown small: narrow ones suffice on every screen. */
export function worldPicture(landing: Landing | undefined, slug: string): string | null {
  const carousel = landing?.carousels.find(({ category }) => category === slug);
  return carousel ? pictureOf(carousel) : null;
}

interface SubCategory {
  slug: string;
  label: string;
  products: number;
}

/** The categories below one, those with products. */
export function subCategories(
  data: FilterData,
  parent: string,
  count: (slug: string) => number,
): SubCategory[] {
  return childrenOf(optionsOf(data, "category"), parent)
    .map(({ value, label }) => ({ slug: value, label, products: count(value) }))
    .filter(({ products }) => products > 0);
}

/** A search within a category that has a name in every shop. */
export interface Way {
  path: string;
  label: string;
}

/** The newest of a category, as one list, and what is in its lowest band of prices. */
export function waysInto(data: FilterData, slug: string, currency: Currency): Way[] {
  const newest = { path: `${categoryPath(slug)}&sort=created_desc`, label: "New in" };
  const band = data.priceBands[currency]?.[0];
  return band ? [newest, { path: `${categoryPath(slug)}&price=${band.value}`, label: band.label }] : [newest];
}

import type { Carousel, FilterData, Landing } from "../api/wire";
import { childrenOf } from "./categoryTree";
import { optionsOf } from "../api/filterData";
import { narrowOf } from "./pictures";
import type { Currency } from "../visitor/session";

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
  const pictured = hits.filter(({ images }) => images.length > 0);
  const own = pictured.filter(({ unisex }) => !unisex);
  const picture = (own.at(-1) ?? pictured.at(-1))?.images[0];
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

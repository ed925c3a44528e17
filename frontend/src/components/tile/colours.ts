import type { CSSProperties } from "react";
import type { Hit, Sibling } from "../../lib/api/wire";
import { narrowOf, swatchOf } from "../../lib/catalogue/pictures";
import shades from "./shades.json";

/** One colour of a tile's product: what the tile shows in it, and the label of its swatch. */
export interface Colour {
  key: string;
  label: string;
  look: CSSProperties | null;
  /** A detail of it distinguishes two that look the same by their words. */
  picture: string | null;
  hit: Hit;
}

/** "Sky blue" for "sky-blue", where the store has no name of its own. */
function asLabel(slug: string | null | undefined): string {
  const words = (slug ?? "").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The colour of a product as its store calls it. */
export function colourOf({ colourText, colour = [] }: Hit): string {
  return colourText ?? asLabel(colour[0]);
}

/** A sibling as the tile's hit: its own name, picture, price and link, the rest of the product. */
function asHit(hit: Hit, sibling: Sibling): Hit {
  return {
    ...hit,
    objectID: String(sibling.productId),
    productId: sibling.productId,
    groupKey: sibling.groupKey ?? "",
    name: sibling.name ?? hit.name,
    href: sibling.href,
    price: sibling.price,
    storePrice: sibling.storePrice,
    ordinaryPrice: sibling.ordinaryPrice,
    priceBefore: sibling.priceBefore,
    measured: sibling.measured,
    soldOut: sibling.soldOut,
    attributes: {}, // another colour comes in sizes of its own
    offers: null, // and from stores of its own
    images: sibling.image ? [{ url: sibling.image }] : [],
  };
}

type Unpictured = Omit<Colour, "picture">;

/** The part of a name that the others lack: the colour, where each colour is a product of its own. */
function ownWords(name: string, others: readonly string[]): string {
  const shared = new Set(others.flatMap((other) => other.toLowerCase().split(/\s+/)));
  return name
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !shared.has(word))
    .join(" ");
}

/** How shades look that stores name, by a word of their wording; a colour's own look is the catalogue's. */
const SHADES = new Map(Object.entries(shades));

/** The look of a store's wording: "Sage Green" is no plain green; null where no word adds to it. */
function shadeOf(wording: string): string | null {
  const words = wording.toLowerCase().match(/[a-z]+/g) ?? [];
  const named = words.find((word) => SHADES.has(word));
  return (named && SHADES.get(named)) ?? null;
}

function lookOf(wording: string, slug: string | null | undefined): CSSProperties | null {
  const shade = shadeOf(wording);
  return shade === null ? swatchOf(slug) : { background: shade };
}

function isAlone({ key, look }: Unpictured, all: readonly Unpictured[]): boolean {
  return (
    look !== null && !all.some((other) => other.look?.background === look.background && other.key !== key)
  );
}

function pictureOf({ hit }: Unpictured): string | null {
  const [first] = hit.images ?? [];
  return first ? narrowOf(first.url) : null;
}

/** A tile's colours, its own first; none where there is only one. */
export function coloursOf(hit: Hit): Colour[] {
  const { siblings = [], colour: [own] = [] } = hit;
  if (siblings.length === 0) return [];
  const label = colourOf(hit);
  const others = siblings.map((sibling) => {
    const { colour, colourText, productId } = sibling;
    const shown = asHit(hit, sibling);
    const look = lookOf(colourText ?? ownWords(shown.name, [hit.name]), colour);
    return { key: String(productId), label: colourText ?? asLabel(colour), look, hit: shown };
  });
  const names = others.map((other) => other.hit.name);
  const look = lookOf(hit.colourText ?? ownWords(hit.name, names), own);
  const all = [{ key: hit.objectID, label: label || "This colour", look, hit }, ...others];
  // "Navy" and "sky" may both be only "Blue" to us: their names distinguish them.
  const isShared = ({ key, label: own }: Unpictured) =>
    all.some((other) => other.label === own && other.key !== key);
  const named = all.map((colour) =>
    isShared(colour) ? { ...colour, label: `${colour.label}, ${colour.hit.name}` } : colour,
  );
  return named.map((colour) => ({ ...colour, picture: isAlone(colour, all) ? null : pictureOf(colour) }));
}

import type { CSSProperties } from "react";
import type { Hit, Sibling } from "../../lib/api/wire";
import { narrowOf } from "../../lib/catalogue/pictures";
import { swatchOf } from "../../lib/catalogue/swatch";

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
export function asLabel(slug: string | null | undefined): string {
  const words = (slug ?? "").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A sibling as the tile's hit: its own name, picture, price and link, the rest of the product. */
function asHit(hit: Hit, sibling: Sibling): Hit {
  return {
    ...hit,
    objectID: String(sibling.productId),
    productId: sibling.productId,
    groupKey: sibling.groupKey,
    name: sibling.name,
    href: sibling.href,
    price: sibling.price,
    storePrice: sibling.storePrice,
    ordinaryPrice: sibling.ordinaryPrice,
    priceBefore: sibling.priceBefore,
    measured: sibling.measured,
    soldOut: sibling.soldOut,
    attributes: {}, // another colour comes in sizes of its own
    offers: null, // and from stores of its own
    images: sibling.image ? [{ url: sibling.image, width: null, height: null }] : [],
  };
}

type Unpictured = Omit<Colour, "picture">;

/** What a name says that the others do not: the colour, where each colour is a product of its own. */
function ownWords(name: string, others: readonly string[]): string {
  const shared = new Set(others.flatMap((other) => other.toLowerCase().split(/\s+/)));
  return name
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !shared.has(word))
    .join(" ");
}

/** How shades look that stores name, by a word of their wording; a colour's own look is the catalogue's. */
const SHADES: ReadonlyMap<string, string> = new Map(
  // As one text it weighs a tenth of a kilobyte less on every first load.
  (
    "navy1f2a4d midnight1b2440 sky87bfe6 royal2a4fc4 cobalt1d4fb8 denim4a6a8f indigo3b3f86 teal1d7276 " +
    "petrol1f5a68 turquoise36b6b5 aqua62c6cf sage9caf88 olive6e7035 forest24502f bottle16452f " +
    "emerald13795b mintaadcc0 khaki8f8459 limea4cf3a chocolate4d2f20 tanc39a6b camelb98a56 cognac9a5a2e " +
    "caramelb0743c mocha7b5f4d coffee5a4032 rusta8482a burntb4551e terracottabf6a4b coralf0826c " +
    "peachf5bfa0 salmonee9582 mustardc9992b ochrebf8a30 lemonf3e26b blushe8bfbb rosed9919b fuchsiac62f86 " +
    "magentabb2a82 lilacbda4d6 lavenderb3a7dc mauvea3839c plum5f2b4e aubergine43243f wine5e1f2d " +
    "maroon641d2a creamf3ead6 ivoryf6f1e3 ecrue4d9c0 beiged9c7a7 sandd6c3a0 stonec6bba9 oatmealddd2bf " +
    "taupe988a7c naturaldccfb8 charcoal3a3d41 graphite45484c slate5f6b78"
  )
    .split(" ")
    .map((shade) => [shade.slice(0, -6), `#${shade.slice(-6)}`]),
);

/** The look of a store's wording: "Sage Green" is no plain green; null where no word says more. */
function shadeOf(wording: string): string | null {
  const words = wording.toLowerCase().match(/[a-z]+/g) ?? [];
  const named = words.find((word) => SHADES.has(word));
  return (named && SHADES.get(named)) ?? null;
}

function lookOf(wording: string, slug: string | null): CSSProperties | null {
  const shade = shadeOf(wording);
  return shade === null ? swatchOf(slug) : { background: shade };
}

function isAlone({ key, look }: Unpictured, all: readonly Unpictured[]): boolean {
  return (
    look !== null && !all.some((other) => other.look?.background === look.background && other.key !== key)
  );
}

function pictureOf({ hit }: Unpictured): string | null {
  const [first] = hit.images;
  return first ? narrowOf(first.url) : null;
}

/** A tile's colours, its own first; none where there is only one. */
export function coloursOf(hit: Hit): Colour[] {
  if (hit.siblings.length === 0) return [];
  const [own = null] = hit.colour;
  const label = hit.colourText ?? asLabel(own);
  const others = hit.siblings.map((sibling) => ({
    key: String(sibling.productId),
    label: sibling.colourText ?? asLabel(sibling.colour),
    look: lookOf(sibling.colourText ?? ownWords(sibling.name, [hit.name]), sibling.colour),
    hit: asHit(hit, sibling),
  }));
  const names = hit.siblings.map(({ name }) => name);
  const look = lookOf(hit.colourText ?? ownWords(hit.name, names), own);
  const all = [{ key: hit.objectID, label: label || "This colour", look, hit }, ...others];
  // "Navy" and "sky" may both be only "Blue" to us: their names tell them apart.
  const isShared = ({ key, label: own }: Unpictured) =>
    all.some((other) => other.label === own && other.key !== key);
  const named = all.map((colour) =>
    isShared(colour) ? { ...colour, label: `${colour.label}, ${colour.hit.name}` } : colour,
  );
  return named.map((colour) => ({ ...colour, picture: isAlone(colour, all) ? null : pictureOf(colour) }));
}

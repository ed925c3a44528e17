import type { Hit, Sibling } from "../../lib/api/wire";

/** One colour of a tile's thing: what the tile shows of it, and how its swatch is called. */
export interface Colour {
  key: string;
  slug: string | null;
  label: string;
  /** A cut of this picture tells it from another of the same colour: "navy" and "sky" are both blue. */
  picture: string | null;
  hit: Hit;
}

/** "sky-blue" in words, where the store has none of its own. */
function inWords(slug: string | null | undefined): string {
  const words = (slug ?? "").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The tile of a sibling: its own name, picture, price and link; the rest is the thing's. */
function asHit(hit: Hit, sibling: Sibling): Hit {
  return {
    ...hit,
    groupKey: sibling.groupKey,
    name: sibling.name,
    href: sibling.href,
    price: sibling.price,
    ordinaryPrice: sibling.ordinaryPrice,
    soldOut: sibling.soldOut,
    attributes: {}, // another colour comes in sizes of its own
    images: sibling.image ? [{ url: sibling.image, width: null, height: null }] : [],
  };
}

type Plain = Omit<Colour, "picture">;

function isAlone({ key, slug }: Plain, all: readonly Plain[]): boolean {
  return slug !== null && !all.some((other) => other.slug === slug && other.key !== key);
}

function pictureOf({ hit }: Plain): string | null {
  return hit.images[0]?.url ?? null;
}

/** A tile's colours, its own first; none where there is only one. */
export function coloursOf(hit: Hit): Colour[] {
  if (hit.siblings.length === 0) return [];
  const [own = null] = hit.colour;
  const label = hit.colourText ?? inWords(own);
  const others = hit.siblings.map((sibling) => ({
    key: String(sibling.productId),
    slug: sibling.colour,
    label: sibling.colourText ?? inWords(sibling.colour),
    hit: asHit(hit, sibling),
  }));
  const all = [{ key: hit.objectID, slug: own, label: label || "This colour", hit }, ...others];
  return all.map((colour) => ({ ...colour, picture: isAlone(colour, all) ? null : pictureOf(colour) }));
}

/** How much is off, in whole percent; null where nothing is, or too little to say. */
export function percentOff(price: number | undefined, ordinary: number | undefined): number | null {
  if (!price || !ordinary || ordinary <= price) return null;
  const off = Math.round((1 - price / ordinary) * 100);
  return off >= 1 ? off : null;
}

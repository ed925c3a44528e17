import type { Hit } from "../../lib/wire";

export interface BrandSection {
  brand: string;
  hits: Hit[];
}

/** The page's hits by brand, after ranking: brands in the order of their best hit (design.md). */
export function brandSections(hits: readonly Hit[]): BrandSection[] {
  const sections = new Map<string, Hit[]>();
  for (const hit of hits) {
    const known = sections.get(hit.brand);
    if (known) known.push(hit);
    else sections.set(hit.brand, [hit]);
  }
  return [...sections].map(([brand, list]) => ({ brand, hits: siblingsApart(list) }));
}

function isSibling(left: Hit | undefined, right: Hit): boolean {
  return left?.siblings.some(({ productId }) => productId === right.productId) ?? false;
}

/** One number for a thing in all its colours. */
function thingOf({ productId, siblings }: Hit): number {
  return Math.min(productId, ...siblings.map((sibling) => sibling.productId));
}

/** The thing that has more than half of these hits: unless it comes now, its colours end as a row. */
function crowding(hits: readonly Hit[]): number | undefined {
  const counts = new Map<number, number>();
  for (const hit of hits) counts.set(thingOf(hit), (counts.get(thingOf(hit)) ?? 0) + 1);
  return [...counts].find(([, count]) => count * 2 > hits.length)?.[0];
}

/**
 * The same hits with no thing right behind itself in another colour, as far as there is something to
 * put between: the first that is no sibling of the one before comes next, what crowds before it.
 */
export function siblingsApart(hits: readonly Hit[]): Hit[] {
  const waiting = [...hits];
  const ordered: Hit[] = [];
  while (waiting.length > 0) {
    const last = ordered.at(-1);
    const crowd = crowding(waiting);
    const fits = (hit: Hit) => !isSibling(last, hit);
    const urgent = waiting.findIndex((hit) => thingOf(hit) === crowd && fits(hit));
    const next = urgent < 0 ? waiting.findIndex(fits) : urgent;
    ordered.push(...waiting.splice(Math.max(next, 0), 1));
  }
  return ordered;
}

/** As much of the page as its first tiles need, in the order of drawing. */
export function firstTiles(sections: readonly BrandSection[], most: number): BrandSection[] {
  let left = most;
  const kept: BrandSection[] = [];
  for (const section of sections) {
    if (left <= 0) break;
    kept.push(section.hits.length <= left ? section : { ...section, hits: section.hits.slice(0, left) });
    left -= section.hits.length;
  }
  return kept;
}

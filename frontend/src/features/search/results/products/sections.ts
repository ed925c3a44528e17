import type { Hit } from "../../../../lib/api/wire";

export interface BrandSection {
  /** What tells it from the page's other sections. */
  id: string;
  brand: string;
  hits: Hit[];
  /** All of these in the search, more than on this page. */
  total: number;
  /** Only near to what was asked for, and behind what is just that. */
  similar: boolean;
}

/**
 * The page's hits by brand, after ranking: brands in the order of their best hit (design.md). What
 * is only similar follows in sections of its own: a brand's heels never stand above another's boots.
 * `counts`: the products of each brand in the search, where that is known.
 */
export function brandSections(
  hits: readonly Hit[],
  counts: Readonly<Record<string, number>> | null = null,
): BrandSection[] {
  const just = byBrand(hits.filter((hit) => !hit.similar));
  const similar = byBrand(hits.filter((hit) => hit.similar));
  // Those that are just what was asked for are few, and all on the page that has any of the others.
  const all = (brand: string, own: readonly Hit[]) =>
    similar.size > 0 ? own.length : Math.max(counts?.[brand] ?? 0, own.length);
  const rest = (brand: string, own: readonly Hit[]) =>
    Math.max((counts?.[brand] ?? 0) - (just.get(brand)?.length ?? 0), own.length);
  return [
    ...[...just].map(([brand, own]) => sectionOf(brand, own, all(brand, own), false)),
    ...[...similar].map(([brand, own]) => sectionOf(brand, own, rest(brand, own), just.size > 0)),
  ];
}

function byBrand(hits: readonly Hit[]): Map<string, Hit[]> {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const known = groups.get(hit.brand);
    if (known) known.push(hit);
    else groups.set(hit.brand, [hit]);
  }
  return groups;
}

function sectionOf(brand: string, hits: readonly Hit[], total: number, similar: boolean): BrandSection {
  return { id: similar ? `similar: ${brand}` : brand, brand, hits: siblingsApart(hits), total, similar };
}

/** A row of the widest screen, and one: nothing stands above itself, either. */
const BETWEEN = 5;

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

/** Which of the waiting comes next: what crowds, otherwise the first whose thing is furthest away. */
function nextOf(waiting: readonly Hit[], things: readonly number[]): number {
  const crowd = crowding(waiting);
  if (crowd !== undefined && crowd !== things.at(-1)) {
    return waiting.findIndex((hit) => thingOf(hit) === crowd);
  }
  for (let distance = BETWEEN; distance > 0; distance--) {
    const recent = things.slice(-distance);
    const next = waiting.findIndex((hit) => !recent.includes(thingOf(hit)));
    if (next >= 0) return next;
  }
  return 0;
}

/**
 * The same hits with no thing near itself in another colour, nor right behind itself as long as there
 * is something to put between; what nothing forces to move keeps its place.
 */
function siblingsApart(hits: readonly Hit[]): Hit[] {
  const waiting = [...hits];
  const ordered: Hit[] = [];
  while (waiting.length > 0) {
    ordered.push(...waiting.splice(nextOf(waiting, ordered.map(thingOf)), 1));
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

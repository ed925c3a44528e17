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
  return [...sections].map(([brand, list]) => ({ brand, hits: list }));
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

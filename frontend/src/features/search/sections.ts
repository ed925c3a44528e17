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

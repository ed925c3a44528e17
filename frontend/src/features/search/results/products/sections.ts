import type { Hit } from "../../../../lib/api/wire";

/** Of a brand at a time. */
const ROWS = 2;

export interface BrandSection {
  /** Unique among the page's sections. */
  id: string;
  brand: string;
  hits: Hit[];
  /** All of these in the search, more than on this page. */
  total: number;
  /** Only similar to the query; behind the exact matches. */
  similar: boolean;
  /** A later turn of its brand on the page. */
  continued: boolean;
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
  // Exact matches are few, and all on the page that has any of the similar ones.
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
    const group = groups.get(hit.brand);
    if (group) group.push(hit);
    else groups.set(hit.brand, [hit]);
  }
  return groups;
}

function sectionOf(brand: string, hits: readonly Hit[], total: number, similar: boolean): BrandSection {
  return {
    id: similar ? `similar: ${brand}` : brand,
    brand,
    hits: separateVariants(hits),
    total,
    similar,
    continued: false,
  };
}

/** The parts of a section, of at most `most` tiles each: full rows, and at last what fills none. */
function parts(section: BrandSection, most: number, columns: number): BrandSection[] {
  const { hits, id } = section;
  const cut: BrandSection[] = [];
  for (let from = 0; from < hits.length;) {
    const left = hits.length - from;
    const rows = Math.min(most, left - (left % columns));
    const to = from + (rows || left);
    const turn = cut.length;
    cut.push({
      ...section,
      hits: hits.slice(from, to),
      continued: turn > 0,
      id: turn > 0 ? `${id} ${turn}` : id,
    });
    from = to;
  }
  return cut;
}

/** A part that follows another of its brand is no part of its own. */
function joinSections(sections: readonly BrandSection[]): BrandSection[] {
  const all: BrandSection[] = [];
  for (const section of sections) {
    const before = all.at(-1);
    if (before?.brand !== section.brand) all.push(section);
    else all.splice(-1, 1, { ...before, hits: [...before.hits, ...section.hits] });
  }
  return all;
}

/**
 * The sections with brands taking turns, two rows of each at a time, so that none stands far below the
 * others; what is similar after the rest. An only brand has it all. `columns`: tiles in a row, null while unknown.
 */
export function interleaveSections(
  sections: readonly BrandSection[],
  columns: number | null,
): readonly BrandSection[] {
  if (columns === null || sections.length < 2) return sections;
  const cut = sections.map((section) => parts(section, ROWS * columns, columns));
  return [false, true].flatMap((similar) => {
    const own = cut.filter(([first]) => first?.similar === similar);
    const turns = Math.max(0, ...own.map(({ length }) => length));
    return joinSections(
      Array.from({ length: turns }, (_, turn) => own.flatMap((each) => each[turn] ?? [])).flat(),
    );
  });
}

/** A row of the widest screen, and one more: a product is not above itself, either. */
const BETWEEN = 5;

/** One id for a product in all its colours. */
function productOf({ productId, siblings = [] }: Hit): number {
  return Math.min(productId, ...siblings.map((sibling) => sibling.productId));
}

/** The index of the next hit: of the product furthest away. */
function nextOf(waiting: readonly Hit[], products: readonly number[]): number {
  for (let distance = BETWEEN; distance > 0; distance--) {
    const recent = products.slice(-distance);
    const next = waiting.findIndex((hit) => !recent.includes(productOf(hit)));
    if (next >= 0) return next;
  }
  return 0;
}

/**
 * The same hits with the colours of a product apart as long as there are other hits to put between.
 * The others keep their order.
 */
function separateVariants(hits: readonly Hit[]): Hit[] {
  const waiting = [...hits];
  const ordered: Hit[] = [];
  while (waiting.length > 0) {
    ordered.push(...waiting.splice(nextOf(waiting, ordered.map(productOf)), 1));
  }
  return ordered;
}

/** Rows of sections: those that fill less than a row stand beside their neighbours in one. */
export function packRows(sections: readonly BrandSection[], columns: number | null): BrandSection[][] {
  const shelves: BrandSection[][] = [];
  let room = 0;
  for (const section of sections) {
    const needed = section.hits.length;
    const last = shelves.at(-1);
    // What is only similar begins a row of its own, below its heading.
    if (last && needed <= room && last[0]?.similar === section.similar) last.push(section);
    else {
      shelves.push([section]);
      room = columns ?? 0;
    }
    room = needed < (columns ?? 0) ? room - needed : 0;
  }
  return shelves;
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

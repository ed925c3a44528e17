/** A page number, or an ellipsis between page numbers. */
type PagerItem = number | "gap";

const ALL_SHOWN = 6;

function span(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/**
 * The pager of spec §9, pages counted from 1: up to six pages are all shown; near the start 1 to 4
 * and the last, near the end the first and the last four, in between the neighbours of `current`.
 */
export function pagerItems(current: number, total: number): PagerItem[] {
  if (total <= ALL_SHOWN) return span(1, total);
  if (current <= 3) return [...span(1, 4), "gap", total];
  if (current >= total - 2) return [1, "gap", ...span(total - 3, total)];
  return [1, "gap", ...span(current - 1, current + 1), "gap", total];
}

/** "x - y of total" as its numbers; an empty page answers null. */
export function shownRange(
  page: number,
  pageSize: number,
  total: number,
): { first: number; last: number } | null {
  const first = (page - 1) * pageSize + 1;
  if (total === 0 || first > total) return null;
  return { first, last: Math.min(page * pageSize, total) };
}

/** Rows with those that were removed on this page at their end: they can be put back until it is left. */
export function withRemoved<Row>(
  rows: readonly Row[] | undefined,
  removed: readonly Row[],
  keyOf: (row: Row) => number | string,
) {
  const there = new Set(rows?.map(keyOf));
  const gone = new Map(removed.filter((row) => !there.has(keyOf(row))).map((row) => [keyOf(row), row]));
  return { rows: rows && [...rows, ...gone.values()], isGone: (row: Row) => gone.has(keyOf(row)) };
}

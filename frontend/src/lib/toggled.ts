/** The list without the item where it was in it, and with it at the end where it was not. */
export function toggled<T>(items: readonly T[], item: T): T[] {
  return items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
}

type Area = "localStorage" | "sessionStorage";

/** Reads a browser storage; null where the browser refuses it (private modes). */
export function readStored(key: string, area: Area = "localStorage"): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Writes a browser storage, or removes the key for null; nothing where the browser refuses it (quota). */
export function writeStored(key: string, value: string | null, area: Area = "localStorage"): void {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
  } catch {
    // Nothing that is kept there may stop a search.
  }
}

/** The entries of the expected kind in a JSON list; none where it cannot be read. */
export function listIn<T>(json: string | null, isEntry: (value: unknown) => value is T): T[] {
  try {
    const stored: unknown = JSON.parse(json ?? "[]");
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

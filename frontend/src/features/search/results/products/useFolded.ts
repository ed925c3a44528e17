import { useCallback, useState } from "react";
import { useLocation } from "react-router-dom";
import { scrollEntry } from "../../../../lib/browser/scroll";

const PREFIX = "folded:";

function readFolded(entry: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + entry) ?? "[]");
    return Array.isArray(kept) ? kept.filter((brand) => typeof brand === "string") : [];
  } catch {
    return [];
  }
}

function writeFolded(entry: string, brands: readonly string[]): void {
  try {
    sessionStorage.setItem(PREFIX + entry, JSON.stringify(brands));
  } catch {
    // Without storage, back opens all sections.
  }
}

/**
 * The brands whose sections are collapsed. They belong to the history entry, as the scroll position
 * does: back and forward find the page as it was left, a new search starts with all open (spec §2.4).
 */
export function useFolded() {
  const entry = scrollEntry(useLocation());
  const [kept, setKept] = useState(() => ({ entry, brands: readFolded(entry) }));
  const brands = kept.entry === entry ? kept.brands : readFolded(entry);
  if (kept.entry !== entry) setKept({ entry, brands });
  const toggle = useCallback(
    (brand: string) => {
      const before = readFolded(entry);
      const next = before.includes(brand) ? before.filter((other) => other !== brand) : [...before, brand];
      writeFolded(entry, next);
      setKept({ entry, brands: next });
    },
    [entry],
  );
  return { folded: brands, toggle };
}

import { useState } from "react";
import { useLocation } from "react-router-dom";
import { PHONE, useMediaQuery } from "../../../../hooks/useMediaQuery";
import { scrollEntry } from "../../../../lib/browser/scroll";

const PREFIX = "shown:";
/** Twelve rows of a phone: a page of 100 is 22,000 px. */
const STEP = 24;

function readShown(entry: string): number {
  try {
    return Math.max(STEP, Number(sessionStorage.getItem(PREFIX + entry)) || 0);
  } catch {
    return STEP;
  }
}

function keepShown(entry: string, shown: number): void {
  try {
    sessionStorage.setItem(PREFIX + entry, String(shown));
  } catch {
    // Without storage, back shows the first ones.
  }
}

/** How many of a page's products a phone shows; kept for the history entry, so that back finds them. */
export function useShown() {
  const phone = useMediaQuery(PHONE);
  const entry = scrollEntry(useLocation());
  const [kept, setKept] = useState(() => ({ entry, shown: readShown(entry) }));
  if (kept.entry !== entry) setKept({ entry, shown: readShown(entry) });
  const showMore = () => {
    keepShown(entry, kept.shown + STEP);
    setKept({ entry, shown: kept.shown + STEP });
  };
  return { shown: phone ? kept.shown : Number.POSITIVE_INFINITY, showMore };
}

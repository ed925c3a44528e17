import { useState } from "react";
import { Action } from "../../../components/Action";
import { Comparison } from "./Comparison";
import { brandNameOf } from "../history/history";
import type { BrandName, HistoryRecord } from "../api/wire";
import styles from "../scraper.module.css";

interface CompareBarProps {
  chosen: readonly HistoryRecord[];
  brands: readonly BrandName[];
  onClear: () => void;
}

/** Why two runs cannot be compared, or null. */
function obstacle(chosen: readonly HistoryRecord[]): string | null {
  if (chosen.length < 2) return "Choose a second run of the same brand to compare.";
  const [first, second] = chosen;
  return first?.brandId === second?.brandId ? null : "Only runs of the same brand can be compared.";
}

/** Appears once a run is chosen, and opens the comparison of two: the older first. */
export function CompareBar({ chosen, brands, onClear }: CompareBarProps) {
  const [open, setOpen] = useState(false);
  const [from, to] = [...chosen].sort((a, b) => a.id - b.id);
  if (!from) return null;
  const problem = obstacle(chosen);
  return (
    <div className={styles.compare} role="status">
      <span>{problem ?? `${brandNameOf(from, brands)}: run ${from.id} and run ${to?.id ?? ""}`}</span>
      <Action kind="filled" disabled={problem !== null} onClick={() => setOpen(true)}>
        Compare
      </Action>
      <Action onClick={onClear}>Clear</Action>
      {open && to && <Comparison from={from.id} to={to.id} onClose={() => setOpen(false)} />}
    </div>
  );
}

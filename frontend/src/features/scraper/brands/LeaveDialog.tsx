import { useQuery } from "@tanstack/react-query";
import { Ask } from "../../../components/dialog/Ask";
import { LoadError } from "../../../components/states/LoadError";
import type { BrandHoldings, BrandOverview } from "../../../lib/api/schema";
import { countOf, formatNumber } from "../../../lib/catalogue/format";
import { fetchHoldings } from "../api/brands";
import styles from "./brands.module.css";

export type Leave = "disable" | "archive" | "delete";

const DOES: Readonly<Record<Leave, string>> = {
  disable: "Disable",
  archive: "Archive",
  delete: "Delete for good",
};

/** "3,000 entries", of what has a plural of its own. */
function countedAs(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** What becomes of what a brand has, a line each. */
export function leaveWords(leave: Leave, has: BrandHoldings): string[] {
  const products = countOf(has.products, "product");
  const prices = countedAs(has.prices, "entry of price history", "entries of price history");
  const runs = countOf(has.runs, "run");
  const alerts = countOf(has.alerts, "visitors’ alert");
  const searches = countedAs(has.searches, "search of visitors", "searches of visitors");
  if (leave === "delete") {
    return [
      `${products} and ${prices} are removed, for good.`,
      `${alerts} on them end. Nobody is told.`,
      `${runs} stay in the history with its name, and ${searches} in the insights.`,
      ...(has.takeDowns > 0 ? [`${countOf(has.takeDowns, "take-down")} of its products end.`] : []),
    ];
  }
  const how =
    leave === "archive" ? "It leaves this list, and comes back from “Archived”" : "It stays in this list";
  return [
    `${countOf(has.shown, "product")} that visitors find now are hidden.`,
    `${products}, ${prices}, ${runs} and ${searches} are kept.`,
    `${alerts} wait until it is back. It is not read any more.`,
    `${how}, with a press.`,
  ];
}

interface LeaveDialogProps {
  leave: Leave;
  brand: Pick<BrandOverview, "id" | "name">;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before a brand is disabled, archived or deleted, with what becomes of what it has. */
export function LeaveDialog({ leave, brand, onYes, onNo }: LeaveDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["holdings", brand.id],
    queryFn: ({ signal }) => fetchHoldings(brand.id, signal),
    gcTime: 0,
  });
  return (
    <Ask
      title={`${DOES[leave]}: ${brand.name}?`}
      does={DOES[leave]}
      disabled={!data}
      onYes={onYes}
      onNo={onNo}
    >
      <LoadError error={error} onRetry={() => void refetch()} />
      {!data && !error && <p>Counting what it has…</p>}
      {data && (
        <ul className={styles.effect}>
          {leaveWords(leave, data).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Ask>
  );
}

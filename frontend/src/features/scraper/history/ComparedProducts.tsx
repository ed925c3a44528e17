import { PriceOrigin } from "../../../components/operator/PriceOrigin";
import { download } from "../../../lib/api/operator";
import type { ComparedProduct } from "../../../lib/api/schema";
import { RowButton } from "../Table";
import styles from "./report.module.css";

export type Values = ComparedProduct["before"];

export const UNREAD = "not understood";

/** An amount as a reading has it. */
export function amountText(values: Values, field: "price" | "ordinaryPrice", currency: string): string {
  if (values?.priceKnown === false) return UNREAD;
  const amount = values?.[field];
  return typeof amount === "number" ? `${currency} ${amount.toFixed(2)}`.trim() : "no price";
}

/** A product of a comparison, as a link to its store where there is one. */
export function ProductName({ product: { href, name } }: { product: ComparedProduct }) {
  if (!href) return <span>{name}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
}

/** Where a price was read. */
export function Origin({ of }: { of: string | null | undefined }) {
  if (!of) return null;
  return (
    <span className="muted type-meta block whole-line">
      <PriceOrigin origin={of} />
    </span>
  );
}

/** The items of a run, one a line, as files. */
export function ItemFiles({ runId }: { runId: number }) {
  const save = (format: "csv" | "jsonl") =>
    download("/api/scraper/export/{run_id}", { params: { path: { run_id: runId }, query: { format } } });
  return (
    <div className="flex rigid gap-2" role="group" aria-label="Export the items">
      <span className={styles.exports}>Items as</span>
      <RowButton className={styles.file} onClick={() => save("csv")}>
        CSV
      </RowButton>
      <RowButton className={styles.file} onClick={() => save("jsonl")}>
        JSON Lines
      </RowButton>
    </div>
  );
}

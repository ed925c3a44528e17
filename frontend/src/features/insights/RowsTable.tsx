import { useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { InsightPanel, InsightRow } from "../../lib/api/schema";
import type { ChartProps } from "./Charts";
import { SynonymForm } from "./SynonymForm";
import { shortLabel, written } from "./values";
import styles from "./insights.module.css";

function Label({ row }: { row: InsightRow }) {
  const words = shortLabel(row.label) || "(none)";
  return row.href === null ? words : <Link to={row.href}>{words}</Link>;
}

function Row({ panel, row, extra }: { panel: InsightPanel; row: InsightRow; extra: ReactNode }) {
  return (
    <tr data-key={row.key ?? ""}>
      <th scope="row">
        <Label row={row} /> {extra}
      </th>
      {panel.measures.map(({ label, unit }, index) => (
        <td key={label} data-value={row.values[index] ?? ""}>
          {written(row.values[index], unit)}
        </td>
      ))}
    </tr>
  );
}

/** A panel's rows; a search without results can get a synonym. */
export function RowsTable({ panel, rows }: ChartProps) {
  const [synonymFor, setSynonymFor] = useState<string | null>(null);
  const more = (row: InsightRow) =>
    panel.action === "synonym" && (
      <button type="button" className={styles.small} onClick={() => setSynonymFor(row.label)}>
        Add synonym<span className="visually-hidden"> for {row.label}</span>
      </button>
    );
  return (
    <>
      {synonymFor !== null && (
        <SynonymForm key={synonymFor} words={synonymFor} onDone={() => setSynonymFor(null)} />
      )}
      <div className={styles.scroll} role="region" aria-label={`${panel.title}: table`} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{panel.by}</th>
              {panel.measures.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} panel={panel} row={row} extra={more(row)} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

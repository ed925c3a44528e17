import { useState } from "react";
import { HistoryRow } from "./HistoryRow";
import type { BrandName, HistoryRecord } from "./wire";
import styles from "./table.module.css";

const COLUMNS = [
  "brandId",
  "brand",
  "logfile",
  "result",
  "new",
  "deleted",
  "found img",
  "found grp",
  "start time",
  "end time",
  "duration",
  "actions",
] as const;

interface HistoryTableProps {
  records: readonly HistoryRecord[];
  brands: readonly BrandName[];
  chosenIds: readonly number[];
  onChoose: (record: HistoryRecord) => void;
}

/** The table of earlier runs with the columns of spec §2.8, and each run's duration. */
export function HistoryTable({ records, brands, chosenIds, onChoose }: HistoryTableProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  if (records.length === 0) return <p className={styles.empty}>No runs yet.</p>;
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="History">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">compare</span>
            </th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <HistoryRow
              key={record.id}
              record={record}
              brands={brands}
              columns={COLUMNS.length + 1}
              chosen={chosenIds.includes(record.id)}
              expanded={openId === record.id}
              onChoose={() => onChoose(record)}
              onToggle={() => setOpenId(openId === record.id ? null : record.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { useState } from "react";
import { HistoryRow } from "./HistoryRow";
import type { BrandName, HistoryRecord } from "../api/wire";
import { Table, type Column } from "../Table";
import type { Act } from "../useAct";
import styles from "../table.module.css";

const COLUMNS: readonly Column[] = [
  { label: "compare", isHidden: true },
  { label: "brandId", isNumber: true },
  { label: "brand" },
  { label: "logfile" },
  { label: "result" },
  { label: "new", isNumber: true },
  { label: "deleted", isNumber: true },
  { label: "found img", isNumber: true },
  { label: "found grp", isNumber: true },
  { label: "changed", isNumber: true },
  { label: "gone", isNumber: true },
  { label: "rejected", isNumber: true },
  { label: "start time" },
  { label: "end time" },
  { label: "duration", isNumber: true },
  { label: "actions" },
];

interface HistoryTableProps {
  records: readonly HistoryRecord[];
  /** Whether filters chose the records: an empty list then has another reason. */
  filtered: boolean;
  brands: readonly BrandName[];
  chosenIds: readonly number[];
  onChoose: (record: HistoryRecord) => void;
  onAccept: (record: HistoryRecord) => void;
  onAct: Act;
}

/** The table of earlier runs with the columns of spec §2.8, and each run's duration. */
export function HistoryTable({
  records,
  filtered,
  brands,
  chosenIds,
  onChoose,
  onAccept,
  onAct,
}: HistoryTableProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  if (records.length === 0) {
    return <p className={styles.empty}>{filtered ? "No runs match these filters." : "No runs yet."}</p>;
  }
  return (
    <Table name="history" label="History" columns={COLUMNS}>
      {records.map((record) => (
        <HistoryRow
          key={record.id}
          record={record}
          brands={brands}
          columns={COLUMNS.length}
          chosen={chosenIds.includes(record.id)}
          expanded={openId === record.id}
          onChoose={() => onChoose(record)}
          onAccept={() => onAccept(record)}
          onAct={onAct}
          onToggle={() => setOpenId(openId === record.id ? null : record.id)}
        />
      ))}
    </Table>
  );
}

import type { ReactNode } from "react";
import styles from "./table.module.css";

export interface Column {
  label: string;
  isNumber?: boolean;
  /** For screen readers alone. */
  isHidden?: boolean;
}

interface TableProps {
  /** Its rows have a layout of their own on a phone (table.module.css). */
  name: "history" | "processes" | "brands" | "suggestions";
  label: string;
  columns: readonly Column[];
  /** The rows. */
  children: ReactNode;
}

/** A table that scrolls sideways; on a phone each row is a card. */
export function Table({ name, label, columns, children }: TableProps) {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table} data-table={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={column.isNumber ? styles.number : undefined}>
                {column.isHidden ? <span className="visually-hidden">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface CellProps {
  /** Its place in a phone's card. */
  area: string;
  /** Its column, which a card has no head for. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}

export function Cell({ area, label, className, children }: CellProps) {
  return (
    <td className={className} style={{ gridArea: area }} data-cell={area} data-label={label}>
      {children}
    </td>
  );
}

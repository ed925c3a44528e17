import type { ReactNode } from "react";
import styles from "./table.module.css";

export interface Column<Row> {
  /** Its place in a phone's card. */
  area: string;
  label: string;
  /** The label is for screen readers alone. */
  isHidden?: boolean;
  className?: string | undefined;
  cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  /** Its rows have a layout of their own on a phone (table.module.css). */
  name:
    | "history"
    | "processes"
    | "brands"
    | "suggestions"
    | "stores"
    | "lists"
    | "changes"
    | "limits"
    | "hosts"
    | "mails";
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** What its id is called: the row has it as `data-<kind>`. */
  kind:
    | "run"
    | "pid"
    | "brand"
    | "submission"
    | "store"
    | "synonym"
    | "takedown"
    | "change"
    | "gate"
    | "host"
    | "mail";
  idOf: (row: Row) => number | string;
  /** What an expanded row shows below itself. */
  detailOf?: (row: Row) => ReactNode;
}

/** In a phone's card, which has no head, these say themselves what they are. */
const UNLABELLED: ReadonlySet<string> = new Set(["pick", "brand", "state", "log", "meter", "actions"]);

/** The state of a run, a process, a brand; `of` decides how it looks. */
export function State({ of, children = of }: { of: string; children?: ReactNode }) {
  return (
    <span className={styles.state} data-state={of}>
      {children}
    </span>
  );
}

function Row<Item>({ columns, row, kind, idOf, detailOf }: Omit<TableProps<Item>, "rows"> & { row: Item }) {
  const detail = detailOf?.(row);
  return (
    <>
      <tr {...{ [`data-${kind}`]: idOf(row) }}>
        {columns.map(({ area, label, className, cell }) => (
          <td
            key={area}
            className={className}
            style={{ gridArea: area }}
            data-cell={area}
            data-label={UNLABELLED.has(area) ? undefined : label}
          >
            {cell(row)}
          </td>
        ))}
      </tr>
      {detail && (
        <tr className={styles.detail}>
          <td colSpan={columns.length}>
            <div className={styles.inSight}>{detail}</div>
          </td>
        </tr>
      )}
    </>
  );
}

/** A table that scrolls sideways; on a phone each row is a card. */
export function Table<Item>({ rows, ...shared }: TableProps<Item>) {
  const { name, label, columns, idOf } = shared;
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table} data-table={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.area} scope="col" className={column.className}>
                {column.isHidden ? <span className="visually-hidden">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={idOf(row)} row={row} {...shared} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

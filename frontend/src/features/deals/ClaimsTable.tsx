import { Link } from "react-router-dom";
import type { Claims } from "../../lib/api/schema";
import { EMPTY_STATE, formatSearch, withValues } from "../../lib/search/searchState";
import styles from "./deals.module.css";

interface ClaimsTableProps {
  name: string;
  rows: readonly Claims[];
  isStores?: boolean;
}

const FEW = 12;

/** A mean over claims: of none there is nothing to say, of others perhaps not yet. */
function percent(value: number | null, claims: number): string {
  if (claims === 0) return "–";
  return value === null ? "not known yet" : `${Math.round(value)} %`;
}

function Row({ row, isStores }: { row: Claims; isStores: boolean }) {
  const { name, slug, claims, known, denied, deals, claimed, measured } = row;
  const reduced = withValues(withValues(EMPTY_STATE, "store", [slug]), "onSale", ["true"]);
  return (
    <tr>
      <th scope="row">
        {isStores ? <Link to={`/${formatSearch({ ...reduced, sort: "discount_desc" })}`}>{name}</Link> : name}
      </th>
      <td>{claims}</td>
      <td>{percent(claimed, claims)}</td>
      <td>{percent(measured, claims)}</td>
      <td>{known > 0 ? `${denied} of ${known}` : ""}</td>
      <td>{deals}</td>
    </tr>
  );
}

/** What is claimed, beside what was measured; the first rows, the others in a fold. */
export function ClaimsTable({ name, rows, isStores = false }: ClaimsTableProps) {
  if (rows.length === 0) return null;
  const table = (shown: readonly Claims[]) => (
    <div className={styles.scrolled} role="region" aria-label={name} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{isStores ? "Store" : "Category"}</th>
            <th scope="col">Said to be reduced</th>
            <th scope="col">Says</th>
            <th scope="col">Measured</th>
            <th scope="col">Denied by history</th>
            <th scope="col">Real deals</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.slug} row={row} isStores={isStores} />
          ))}
        </tbody>
      </table>
    </div>
  );
  return (
    <section className={styles.section}>
      <h2 className="type-section breaks">{name}</h2>
      {table(rows.slice(0, FEW))}
      {rows.length > FEW && (
        <details className={styles.method}>
          <summary>{rows.length - FEW} more</summary>
          {table(rows.slice(FEW))}
        </details>
      )}
    </section>
  );
}

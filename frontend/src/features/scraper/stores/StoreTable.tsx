import { useId } from "react";
import { Link } from "react-router-dom";
import type { ListedStoreRow } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { actions as waysOf, type Column, RowButton, State, Table } from "../Table";
import { type Group, groupOf, STATE_WORDS } from "./stores";
import table from "../table.module.css";
import styles from "./stores.module.css";

type Do = (ids: number[]) => void;

interface StoreTableProps {
  group: Group;
  title: string;
  stores: readonly ListedStoreRow[];
  onAgain?: Do;
  onForget?: Do;
}

/** All that was looked at of a store, each with what it has or why it gives nothing. */
function LookedAt({ store }: { store: ListedStoreRow }) {
  if (store.sources.length === 0) return null;
  return (
    <details className={styles.looked}>
      <summary className={styles.summary}>
        {countOf(store.sources.length, "place")} looked at
        <span className="visually-hidden"> of {store.site}</span>
      </summary>
      <ul>
        {store.sources.map(({ label, address, state, problem, products, proposed }) => (
          <li key={`${label} ${address}`}>
            <strong>{label}</strong>:{" "}
            {problem || `${countOf(products, "product")}, ${proposed ? "read" : state}`}
            <span className="muted type-meta breaks regular">{address}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const SITE: Column<ListedStoreRow> = {
  area: "brand",
  label: "store",
  className: table.brand,
  cell: ({ site, website }) => (
    <a href={website} target="_blank" rel="noopener noreferrer">
      {site}
    </a>
  ),
};

const STATE: Column<ListedStoreRow> = {
  area: "state",
  label: "state",
  cell: ({ state }) => <State of={state}>{STATE_WORDS[state]}</State>,
};

const SOURCE: Column<ListedStoreRow> = {
  area: "log",
  label: "read from",
  cell: (store) => (
    <span className="grid">
      {store.source && (
        <span>
          {store.source}, {countOf(store.products, "product")}
        </span>
      )}
      {store.reason && <span className="muted type-meta breaks regular">{store.reason}</span>}
      <LookedAt store={store} />
    </span>
  ),
};

const WHY: Column<ListedStoreRow> = {
  area: "log",
  label: "why, and what to do",
  cell: (store) => (
    <span className="grid">
      <span className={styles.why}>{store.reason}</span>
      {store.todo && <strong>{store.todo}.</strong>}
      <LookedAt store={store} />
    </span>
  ),
};

/** A store that is a brand: under its name, with when it is read. */
const BRAND: Column<ListedStoreRow> = {
  area: "brand",
  label: "brand",
  className: table.brand,
  cell: ({ brand, brandId, site }) => (
    <span className="grid">
      {brandId === null ? (
        <span className="muted">deleted since</span>
      ) : (
        <Link to={`/scraper?brand=${brandId}`}>{brand}</Link>
      )}
      <span className="muted type-meta breaks regular">{site}</span>
    </span>
  ),
};

const READ: Column<ListedStoreRow> = {
  area: "start",
  label: "is read",
  cell: ({ state, schedule }) => (
    <span className="grid">
      <span>{schedule || "–"}</span>
      {state === "known" && <span className="muted type-meta breaks regular">was a brand before</span>}
    </span>
  ),
};

function columnsOf(group: Group, onAgain?: Do, onForget?: Do): Column<ListedStoreRow>[] {
  const ways = waysOf<ListedStoreRow>(({ id, site }) => (
    <>
      {onAgain && (
        <>
          <Link to={`/scraper?brand=new&store=${id}`}>
            Open the form<span className="visually-hidden"> {site}</span>
          </Link>
          <RowButton of={site} onClick={() => onAgain([id])}>
            Look again
          </RowButton>
        </>
      )}
      {onForget && (
        <RowButton of={site} onClick={() => onForget([id])}>
          Take off the list
        </RowButton>
      )}
    </>
  ));
  if (group === "needs") return [SITE, WHY, ways];
  return group === "working" ? [SITE, STATE] : [BRAND, READ, SOURCE, ways];
}

/** The stores of a group; nothing where it has none. */
export function StoreTable({ group, title, stores, onAgain, onForget }: StoreTableProps) {
  const id = useId();
  const rows = stores.filter((store) => groupOf(store) === group);
  if (rows.length === 0) return null;
  const ids = rows.map((store) => store.id);
  return (
    <section className="mt-5" aria-labelledby={id}>
      <div className="row wrap gap-y-2 gap-x-4 between mb-2">
        <h2 id={id} className="type-section">
          {title} <span className="muted">{rows.length}</span>
        </h2>
        <div className={table.actions}>
          {onAgain && rows.length > 1 && (
            <RowButton onClick={() => onAgain(ids)}>Look at all again</RowButton>
          )}
          {onForget && rows.length > 1 && (
            <RowButton of={`: ${title}`} onClick={() => onForget(ids)}>
              Take all off the list
            </RowButton>
          )}
        </div>
      </div>
      <Table
        label={title}
        columns={columnsOf(group, onAgain, onForget)}
        rows={rows}
        kind="store"
        idOf={(store) => store.id}
      />
    </section>
  );
}

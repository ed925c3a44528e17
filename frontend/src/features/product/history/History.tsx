import { useState } from "react";
import { Button } from "../../../components/Button";
import type { PriceHistory, ProductView } from "../../../lib/api/hits";
import { countOf, moneyOf } from "../../../lib/catalogue/format";
import type { Currency } from "../../../lib/visitor/session";
import { Chart } from "./Chart";
import { dateText, drawingOf, rowsOf, type Row } from "./chart";
import styles from "./history.module.css";

interface TableProps {
  history: PriceHistory;
  money: (amount: number) => string;
  stores: ReadonlyMap<string, string>;
}

function Key({ history: { steps, today } }: { history: PriceHistory }) {
  const { window } = drawingOf(steps, today);
  return (
    <ul className={styles.key} role="list">
      <li data-kind="price">Price</li>
      {window && <li data-kind="window">The last 90 days</li>}
      {steps.some(({ ordinaryPrice }) => ordinaryPrice !== null) && (
        <li data-kind="ordinary">The store’s “was”</li>
      )}
      {steps.some(({ soldOut }) => soldOut) && <li data-kind="soldOut">Sold out</li>}
      {rowsOf(steps).some(({ step }) => step === null) && <li data-kind="gap">Broken: not read</li>}
    </ul>
  );
}

interface CellsProps {
  row: Row;
  money: TableProps["money"];
  /** The store that was the cheapest then; undefined where the steps are this store's own. */
  store: string | undefined;
}

function Cells({ row: { step }, money, store }: CellsProps) {
  if (step === null) return <td colSpan={2}>Not read</td>;
  const was = step.ordinaryPrice === null ? "" : `, was ${money(step.ordinaryPrice)}`;
  return (
    <>
      <td className="figures">
        {money(step.price)}
        {was}
      </td>
      <td>{store ?? (step.soldOut ? "Sold out" : "In stock")}</td>
    </>
  );
}

function Table({ history, money, stores }: TableProps) {
  return (
    <details className={styles.details}>
      <summary>As a table</summary>
      <table className={styles.table}>
        <caption className="visually-hidden">Price history</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Price</th>
            <th scope="col">{stores.size > 0 ? "Store" : "Stock"}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(history.steps).map((row) => (
            <tr key={row.first} data-gap={row.step === null}>
              <td>{dateText(row.first)}</td>
              <td>{dateText(row.last)}</td>
              <Cells row={row} money={money} store={stores.get(row.first)} />
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

interface ScopeProps {
  isEverywhere: boolean;
  onChoose: (isEverywhere: boolean) => void;
}

/** Whose prices are shown: this store's, or on each day the lowest of all that sell the thing. */
function Scope({ isEverywhere, onChoose }: ScopeProps) {
  return (
    <div className={styles.scope} role="group" aria-label="Prices of">
      <Button aria-pressed={!isEverywhere} onClick={() => onChoose(false)}>
        This store
      </Button>
      <Button aria-pressed={isEverywhere} onClick={() => onChoose(true)}>
        Cheapest of all stores
      </Button>
    </div>
  );
}

/** What it cost on the days on which it was read, as a chart and as a table, and what changed; from two days on. */
export function History({ view, currency }: { view: ProductView; currency: Currency }) {
  const { history, product } = view;
  const [isEverywhere, setEverywhere] = useState(false);
  const { everywhere, changes, readDays } = history;
  if (readDays < 2) return null;
  const cheapest = everywhere.map(({ first, last, price }) => {
    return { first, last, price, ordinaryPrice: null, soldOut: false };
  });
  const steps = isEverywhere ? cheapest : history.steps;
  const shown = { ...history, steps };
  const money = moneyOf(product, currency);
  const stores = new Map(isEverywhere ? everywhere.map(({ first, storeName }) => [first, storeName]) : []);
  return (
    <section className={styles.history} aria-labelledby="history-title" data-part="price-history">
      <h2 id="history-title" className="type-section">
        Price history
      </h2>
      <p className="type-control muted">Read on {countOf(readDays, "day")} of the last year</p>
      {everywhere.length > 0 && <Scope isEverywhere={isEverywhere} onChoose={setEverywhere} />}
      <Chart history={shown} currency={currency} money={money} />
      <Key history={shown} />
      <Table history={shown} money={money} stores={stores} />
      {changes.length > 0 && !isEverywhere && (
        <>
          <h3 className="type-body mt-2">What changed</h3>
          <ul className={styles.changes} role="list">
            {changes.map(({ day, text }) => (
              <li key={`${day} ${text}`}>
                <time dateTime={day}>{dateText(day)}</time> {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

import type { PriceHistory, PriceStep } from "../../../lib/api/hits";
import { countOf, formatMoney } from "../../../lib/catalogue/format";
import { DATE_LOCALE } from "../../../lib/locale";
import type { Currency } from "../../../lib/visitor/session";
import { drawingOf, HEIGHT, rowsOf, WIDTH, type Row } from "./chart";
import styles from "./history.module.css";

interface HistoryProps {
  history: PriceHistory;
  currency: Currency;
}

const dates = new Intl.DateTimeFormat(DATE_LOCALE, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

function dateText(day: string): string {
  return dates.format(new Date(`${day}T00:00:00Z`));
}

function Chart({ history: { steps, today }, currency }: HistoryProps) {
  const { lines, ordinary, low, high } = drawingOf(steps, today);
  const prices = steps.map(({ price }) => price);
  const label =
    `Price from ${dateText(steps[0]?.first ?? today)} to today: ` +
    `${formatMoney(Math.min(...prices), currency)} to ${formatMoney(Math.max(...prices), currency)}`;
  return (
    <div className={styles.chart}>
      <p className={styles.high} aria-hidden="true">
        {high > low && formatMoney(high, currency)}
      </p>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {ordinary.map((path) => (
          <path key={path} d={path} className={styles.ordinary} vectorEffect="non-scaling-stroke" />
        ))}
        {lines.map(({ path, soldOut }) => (
          <path
            key={path}
            d={path}
            className={styles.line}
            data-sold-out={soldOut}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <p className={styles.low} aria-hidden="true">
        {formatMoney(low, currency)}
      </p>
      <p className={styles.days} aria-hidden="true">
        <span>{dateText(steps[0]?.first ?? today)}</span>
        <span>Today</span>
      </p>
    </div>
  );
}

function Key({ steps }: { steps: readonly PriceStep[] }) {
  return (
    <ul className={styles.key} role="list">
      <li data-kind="price">Price</li>
      {steps.some(({ ordinaryPrice }) => ordinaryPrice !== null) && (
        <li data-kind="ordinary">The store’s “was”</li>
      )}
      {steps.some(({ soldOut }) => soldOut) && <li data-kind="soldOut">Sold out</li>}
      {rowsOf(steps).some(({ step }) => step === null) && <li data-kind="gap">Broken: not read</li>}
    </ul>
  );
}

function Cells({ row: { step }, currency }: { row: Row; currency: Currency }) {
  if (step === null) return <td colSpan={2}>Not read</td>;
  const was = step.ordinaryPrice === null ? "" : `, was ${formatMoney(step.ordinaryPrice, currency)}`;
  return (
    <>
      <td className="figures">
        {formatMoney(step.price, currency)}
        {was}
      </td>
      <td>{step.soldOut ? "Sold out" : "In stock"}</td>
    </>
  );
}

function Table({ history, currency }: HistoryProps) {
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
            <th scope="col">Stock</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(history.steps).map((row) => (
            <tr key={row.first} data-gap={row.step === null}>
              <td>{dateText(row.first)}</td>
              <td>{dateText(row.last)}</td>
              <Cells row={row} currency={currency} />
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** What it cost on the days on which it was read, as a chart of more than today and as a table; what changed. */
export function History({ history, currency }: HistoryProps) {
  const { steps, changes, readDays, today } = history;
  if (steps.length === 0) return null;
  return (
    <section className={styles.history} aria-labelledby="history-title" data-part="price-history">
      <h2 id="history-title" className={styles.title}>
        Price history
      </h2>
      <p className={styles.note}>Read on {countOf(readDays, "day")} of the last year</p>
      {steps[0]?.first !== today && (
        <>
          <Chart history={history} currency={currency} />
          <Key steps={steps} />
        </>
      )}
      <Table history={history} currency={currency} />
      {changes.length > 0 && (
        <>
          <h3 className={styles.subtitle}>What changed</h3>
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

import { type CSSProperties, type PointerEvent, useState } from "react";
import { Button } from "../../../components/Button";
import { dayNumber } from "../../../components/price/Verdict";
import type { PriceHistory, ProductView } from "../../../lib/api/wire";
import { countOf, formatMoney, moneyOf, DATE_LOCALE } from "../../../lib/catalogue/format";
import type { Currency } from "../../../lib/visitor/session";
import {
  dateText,
  dayText,
  type Drawing,
  drawingOf,
  hasMoved,
  type Row,
  rowsOf,
  stepOn,
  type Tick,
} from "./chart";
import styles from "./history.module.css";

interface DrawnProps {
  history: PriceHistory;
  drawing: Drawing;
}

interface ChartProps extends DrawnProps {
  currency: Currency;
  /** Writes amounts of the product. */
  money: (amount: number) => string;
}

const month = new Intl.DateTimeFormat(DATE_LOCALE, { month: "short", timeZone: "UTC" });

function across([from, to]: readonly [number, number]): CSSProperties {
  return { insetInlineStart: `${from}%`, inlineSize: `${to - from}%` };
}

function Amounts({ ticks, currency }: { ticks: readonly Tick[] } & Pick<ChartProps, "currency">) {
  return (
    <div aria-hidden="true">
      {ticks.map(({ at, value }) => (
        <span key={value} className={styles.amount} style={{ insetBlockStart: `${at}%` }}>
          <span>{formatMoney(value, currency)}</span>
        </span>
      ))}
    </div>
  );
}

function Months({ ticks }: { ticks: readonly Tick[] }) {
  return (
    <div aria-hidden="true">
      {ticks.map(({ at, value }) => (
        <span key={value} className={styles.month} style={{ insetInlineStart: `${at}%` }}>
          {month.format(new Date(`${dayText(value)}T00:00:00Z`))}
        </span>
      ))}
    </div>
  );
}

/** When it could be bought, on the days of the chart. */
function Stock({ drawing: { stock, months } }: Pick<DrawnProps, "drawing">) {
  if (!stock.some(({ soldOut }) => soldOut)) return null;
  return (
    <div className={styles.stock} data-part="stock">
      {stock.map(({ span, soldOut }) => (
        <span key={span[0]} data-sold-out={soldOut} style={across(span)} />
      ))}
      <Months ticks={months} />
    </div>
  );
}

/** What it cost over time: amounts and months where they are drawn, any day's price at a touch. */
function Chart({ history: { steps, today }, drawing, currency, money }: ChartProps) {
  const { first, days, end } = drawing;
  const [chosen, setChosen] = useState<number | null>(null);
  const last = steps[steps.length - 1];
  if (!last) return null;
  const textOf = (day: number) => {
    const step = stepOn(steps, day);
    const price = step ? money(step.price) : "not read";
    return `${dateText(dayText(day))}: ${price}${step?.soldOut ? ", sold out" : ""}`;
  };
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const day = first + Math.floor(((clientX - left) / width) * days);
    setChosen(Math.max(first, Math.min(first + days - 1, day)));
  };
  const isToday = last.last === today;
  const now = `${money(last.price)} ${isToday ? "today" : "last"}`;
  const prices = steps.map(({ price }) => price);
  const range = `${money(Math.min(...prices))} to ${money(Math.max(...prices))}`;
  return (
    <div className={styles.plot} onPointerMove={point} onPointerLeave={() => setChosen(null)}>
      {drawing.window && <div className={styles.window} style={across(drawing.window)} />}
      <Amounts ticks={drawing.amounts} currency={currency} />
      <Months ticks={drawing.months} />
      <svg
        className={styles.drawing}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={`Price since ${dateText(dayText(first))}: ${range}, ${now}`}
      >
        {drawing.ordinary.map((path) => (
          <path key={path} d={path} className={styles.ordinary} vectorEffect="non-scaling-stroke" />
        ))}
        {drawing.lines.map(({ path, soldOut }) => (
          <path
            key={path}
            d={path}
            className={styles.line}
            data-sold-out={soldOut}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {chosen === null ? (
        <span className={styles.end} style={{ insetBlockStart: `${end}%` }} aria-hidden="true">
          {now}
        </span>
      ) : (
        <div
          className={styles.mark}
          style={{ insetInlineStart: `${((chosen - first + 0.5) / days) * 100}%` }}
        >
          <span className={styles.value} data-left={chosen - first > days / 2}>
            {textOf(chosen)}
          </span>
        </div>
      )}
      <input
        type="range"
        className={styles.day}
        aria-label="Price on a day"
        min={first}
        max={dayNumber(today)}
        value={chosen ?? dayNumber(today)}
        aria-valuetext={textOf(chosen ?? dayNumber(today))}
        onChange={({ target }) => setChosen(Number(target.value))}
        onFocus={() => setChosen((day) => day ?? dayNumber(today))}
        onBlur={() => setChosen(null)}
      />
    </div>
  );
}

interface TableProps {
  history: PriceHistory;
  money: (amount: number) => string;
  stores: ReadonlyMap<string, string>;
}

function Key({ history: { steps }, drawing: { window } }: DrawnProps) {
  return (
    <ul className={styles.key} role="list">
      {hasMoved(steps) && <li data-kind="price">Price</li>}
      {window && hasMoved(steps) && <li data-kind="window">The last 90 days</li>}
      {steps.some(({ ordinaryPrice }) => ordinaryPrice !== null) && (
        <li data-kind="ordinary">The store’s “was”</li>
      )}
      {steps.some(({ soldOut }) => soldOut) && (
        <>
          <li data-kind="stock">In stock</li>
          <li data-kind="soldOut">Sold out</li>
        </>
      )}
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
    <details className="disclosure type-control">
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
    <div className="wrap gap-2" role="group" aria-label="Prices of">
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
  const shown = { history: { ...history, steps }, drawing: drawingOf(steps, history.today) };
  const money = moneyOf(product, currency);
  const moved = hasMoved(steps);
  const wasAway = history.steps.some(({ soldOut }) => soldOut);
  const drawn = moved || (wasAway && !isEverywhere);
  const stores = new Map(isEverywhere ? everywhere.map(({ first, storeName }) => [first, storeName]) : []);
  return (
    <section
      className="column gap-3 line-above pt-4 pb-5"
      aria-labelledby="history-title"
      data-part="price-history"
    >
      <h2 id="history-title" className="type-section">
        Price history
      </h2>
      <p className="type-control muted">
        Read on {countOf(readDays, "day")} of the last year{!wasAway && ", on none of them sold out"}
      </p>
      {everywhere.length > 0 && <Scope isEverywhere={isEverywhere} onChoose={setEverywhere} />}
      {drawn && (
        <div className={styles.chart}>
          {moved && <Chart {...shown} currency={currency} money={money} />}
          <Stock drawing={shown.drawing} />
        </div>
      )}
      {drawn && <Key {...shown} />}
      <Table history={shown.history} money={money} stores={stores} />
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

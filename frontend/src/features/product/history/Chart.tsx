import { useState, type CSSProperties, type PointerEvent } from "react";
import type { PriceHistory } from "../../../lib/api/hits";
import { formatMoney } from "../../../lib/catalogue/format";
import { DATE_LOCALE } from "../../../lib/locale";
import type { Currency } from "../../../lib/visitor/session";
import { dateText, dayNumber, dayText, drawingOf, stepOn, type Tick } from "./chart";
import styles from "./history.module.css";

interface ChartProps {
  history: PriceHistory;
  currency: Currency;
  /** Writes amounts of the product. */
  money: (amount: number) => string;
}

const month = new Intl.DateTimeFormat(DATE_LOCALE, { month: "short", timeZone: "UTC" });

function across([from, to]: readonly [number, number]): CSSProperties {
  return { insetInlineStart: `${from}%`, inlineSize: `${to - from}%` };
}

function Axes({
  amounts,
  months,
  currency,
}: Record<"amounts" | "months", readonly Tick[]> & Pick<ChartProps, "currency">) {
  return (
    <div aria-hidden="true">
      {amounts.map(({ at, value }) => (
        <span key={value} className={styles.amount} style={{ insetBlockStart: `${at}%` }}>
          <span>{formatMoney(value, currency)}</span>
        </span>
      ))}
      {months.map(({ at, value }) => (
        <span key={value} className={styles.month} style={{ insetInlineStart: `${at}%` }}>
          {month.format(new Date(`${dayText(value)}T00:00:00Z`))}
        </span>
      ))}
    </div>
  );
}

/** What it cost over time: amounts and months where they are drawn, any day's price at a touch. */
export function Chart({ history: { steps, today }, currency, money }: ChartProps) {
  const drawing = drawingOf(steps, today);
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
    <div className={styles.chart}>
      <div className={styles.plot} onPointerMove={point} onPointerLeave={() => setChosen(null)}>
        {drawing.window && <div className={styles.window} style={across(drawing.window)} />}
        {drawing.soldOut.map((span) => (
          <div key={span[0]} className={styles.away} style={across(span)} />
        ))}
        <Axes amounts={drawing.amounts} months={drawing.months} currency={currency} />
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
          <span
            className={styles.end}
            data-below={end < 12}
            style={{ insetBlockStart: `${end}%` }}
            aria-hidden="true"
          >
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
    </div>
  );
}

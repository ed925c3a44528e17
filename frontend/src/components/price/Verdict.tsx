import { Link } from "react-router-dom";
import { countryName } from "../../lib/catalogue/format";
import { useSession } from "../../lib/visitor/session";
import { Spark, type Stretch } from "../LineChart";
import type { PriceHistory, PriceStep, ProductView } from "../../lib/api/wire";

export const DAY_MS = 86_400_000;
/** What sentences and bands are about. */
export const WINDOW_DAYS = 90;

/** The number of a day, so that days can be counted. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

/** The last 90 days as a small line, without what nobody could buy at; none of one price alone. */
export function sparkOf(steps: readonly PriceStep[], todayText: string): Stretch[] {
  const begin = dayNumber(todayText) + 1 - WINDOW_DAYS;
  const shown = steps.filter(({ last, soldOut }) => dayNumber(last) >= begin && !soldOut);
  const prices = shown.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  if (!(high > low)) return [];
  return shown.map(({ first, last, price }) => [
    Math.max(0, dayNumber(first) - begin),
    dayNumber(last) - begin + 1,
    ((price - low) / (high - low)) * 100,
  ]);
}

/** The verdict on a price by its history, with a small chart of the last 90 days; nothing where none is known. */
export function Verdict({ history: { words, steps, today } }: { history: PriceHistory }) {
  const line = sparkOf(steps, today);
  if (words.length === 0) return null;
  return (
    <div className="grid gap-2">
      {line.length > 0 && (
        <div data-part="spark">
          <Spark line={line} days={WINDOW_DAYS} height={48} />
          <p className="type-meta muted flex between" aria-hidden="true">
            <span>90 days ago</span>
            <span>Today</span>
          </p>
        </div>
      )}
      <ul className="type-control grid gap-1" role="list" data-part="price-words">
        {words.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** Whether and how a product comes to the visitor's country. */
export function Delivery({ how }: { how: ProductView["delivery"] }) {
  const country = countryName(useSession().countryCode);
  if (how === "store") return `Delivers to ${country}`;
  if (how === "no") return `Does not deliver to ${country}`;
  if (how === null) return null;
  return (
    <>
      Reaches {country} through <Link to="/proxies">a shipping proxy</Link>
    </>
  );
}

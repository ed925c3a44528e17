import type { Amounts, Hit } from "../api/wire";
import { DATE_LOCALE, amountIn, moneyOf } from "./format";
import type { KeptProduct } from "../visitor/kept";
import type { Currency } from "../visitor/session";

/** Below it a price in another currency than the store's only follows the rates. */
const LEAST = 0.01;

const dates = new Intl.DateTimeFormat(DATE_LOCALE, { day: "numeric", month: "long" });

export type Change = "gone" | "soldOut" | "back" | "down" | "up";

function move(before: Amounts | null, now: Hit["price"], currency: Currency): number {
  const [was, is] = [amountIn(before, currency), amountIn(now, currency)];
  return was && is ? (is - was) / was : 0;
}

/** What is otherwise with a product since it was kept; `now` null: it is gone. */
export function changeOf(before: KeptProduct, now: Hit | null, currency: Currency): Change | null {
  if (!now) return "gone";
  if ((now.soldOut ?? false) !== before.soldOut) return now.soldOut ? "soldOut" : "back";
  const share = move(before.price, now.price, currency);
  if (Math.abs(share) < LEAST) return null;
  return share < 0 ? "down" : "up";
}

/** The same in words: "Down from R 899 to R 749 since you saved it on 3 March". Null for no change. */
export function changeSince(
  before: KeptProduct,
  now: Hit | null,
  currency: Currency,
  act: "saved" | "looked",
): string | null {
  const change = changeOf(before, now, currency);
  if (change === null) return null;
  const since = `since you ${act === "saved" ? "saved it" : "looked"} on ${dates.format(before.at)}`;
  const [was, is] = [amountIn(before.price, currency), amountIn(now?.price, currency)];
  const money = moneyOf(now ?? {}, currency);
  const moved = `from ${money(was ?? 0)} to ${money(is ?? 0)}`;
  const words = {
    gone: "Gone",
    soldOut: "Sold out",
    back: "Back in stock",
    down: `Down ${moved}`,
    up: `Up ${moved}`,
  };
  return `${words[change]} ${since}`;
}

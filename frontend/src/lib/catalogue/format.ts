import { LOCALE } from "../locale";
import { CURRENCIES, type Currency } from "../visitor/session";
import type { Amounts } from "../api/wire";

const numbers = new Intl.NumberFormat(LOCALE);
const money = new Map<Currency, Intl.NumberFormat>();

function moneyFormat(currency: Currency): Intl.NumberFormat {
  const known = money.get(currency);
  if (known) return known;
  const format = new Intl.NumberFormat(LOCALE, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    trailingZeroDisplay: "stripIfInteger",
  });
  money.set(currency, format);
  return format;
}

export function formatNumber(value: number): string {
  return numbers.format(value);
}

function keyOf(currency: Currency): keyof Amounts {
  return currency.toLowerCase() as keyof Amounts;
}

/**
 * The visitor's currency where the amounts have it. Those of a search are in the currency it asked
 * for: until the answer for another one comes, they stay in theirs.
 */
export function currencyOf(amounts: Amounts | null, wanted: Currency): Currency {
  const has = (currency: Currency) => amounts?.[keyOf(currency)] !== undefined;
  return [wanted, ...CURRENCIES].find(has) ?? wanted;
}

export function amountIn(amounts: Amounts | null, currency: Currency): number | undefined {
  return amounts?.[keyOf(currency)];
}

/** An amount with its currency's narrow symbol (spec §9). */
export function formatMoney(amount: number, currency: Currency): string {
  return moneyFormat(currency).format(amount);
}

/** The amount in the visitor's currency, as `formatMoney` writes it; null when unknown. */
export function formatPrice(amounts: Amounts | null, currency: Currency): string | null {
  const amount = amountIn(amounts, currency);
  return amount === undefined ? null : formatMoney(amount, currency);
}

/** "1 product", "312 products". */
export function countOf(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}

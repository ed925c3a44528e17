import type { Currency } from "./session";
import type { Amounts, CurrencyKey } from "./wire";

/** Thousands with a comma, as the price bands and South African stores write them. */
const LOCALE = "en";
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

/** The amount in the visitor's currency with its narrow symbol (spec §9); null when unknown. */
export function formatPrice(amounts: Amounts | null, currency: Currency): string | null {
  const amount = amounts?.[currency.toLowerCase() as CurrencyKey];
  return typeof amount === "number" ? moneyFormat(currency).format(amount) : null;
}

/** "1 product", "312 products". */
export function countOf(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}

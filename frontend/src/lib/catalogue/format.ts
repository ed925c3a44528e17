import { CURRENCIES, type Currency } from "../visitor/session";
import type { StorePrice } from "../api/schema";
import type { Amounts, Hit } from "../api/wire";

/** "1,234.5": a comma between thousands, as the price bands and South African stores write them. */
export const LOCALE = "en";
/** "23 Nov 2026, 14:05": the day first and no AM. */
export const DATE_LOCALE = "en-ZA";

const numbers = new Intl.NumberFormat(LOCALE);
const money = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string): Intl.NumberFormat {
  const made = money.get(currency);
  if (made) return made;
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
 * The visitor's currency where the amounts have it. Those of a search are in the currency it requested:
 * until the answer for another one comes, they stay in theirs.
 */
export function currencyOf(amounts: Amounts | null | undefined, wanted: Currency): Currency {
  const has = (currency: Currency) => amounts?.[keyOf(currency)] !== undefined;
  return [wanted, ...CURRENCIES].find(has) ?? wanted;
}

export function amountIn(amounts: Amounts | null | undefined, currency: Currency): number | undefined {
  return amounts?.[keyOf(currency)];
}

/** An amount with its currency's narrow symbol (spec §9). */
export function formatMoney(amount: number, currency: string): string {
  return moneyFormat(currency).format(amount);
}

/** Converted amounts are whole from here on: rates are no nearer (indexer/catalogue/rates.py). */
const WHOLE_FROM = 25;

/** A store's own price of a product, where amounts of it were converted from that. */
interface StoreAmount {
  storePrice?: StorePrice | null;
}

function isConverted({ storePrice }: StoreAmount, currency: Currency): boolean {
  return storePrice != null && storePrice.currency !== currency;
}

/** What writes amounts of a product in the visitor's currency: "R 1,299.50", "≈ R 5,174". */
export function moneyOf(priced: StoreAmount, currency: Currency): (amount: number) => string {
  if (!isConverted(priced, currency)) return (amount) => formatMoney(amount, currency);
  return (amount) => `≈\u00a0${formatMoney(amount < WHOLE_FROM ? amount : Math.round(amount), currency)}`;
}

/** A product's price in the visitor's currency, as `moneyOf` writes it; null when unknown. */
export function formatPrice(priced: StoreAmount & Pick<Hit, "price">, currency: Currency): string | null {
  const amount = amountIn(priced.price, currency);
  return amount === undefined ? null : moneyOf(priced, currency)(amount);
}

/** "$289 at the store", where that is in another currency than the visitor's; null otherwise. */
export function formatStorePrice(priced: StoreAmount, currency: Currency): string | null {
  const { storePrice } = priced;
  return storePrice && isConverted(priced, currency)
    ? `${formatMoney(storePrice.amount, storePrice.currency)} at the store`
    : null;
}

/** Of goods that are used up or cut to length: a bag of 45 l is no 45 l of anything. */
const USED_UP = /\/(?:beauty|candles|shoe-care)\b/;
const BY_LENGTH = /fabric|ribbon|rope/i;

/** How a name gives an amount, of what goods it counts, and what part of it prices are compared by. */
const UNITS = [
  { amount: /\b(?:set|pack|box) of (\d+)\b/i, of: /./, size: 1, unit: "each" },
  { amount: /\b(\d+)[ -]?pack\b/i, of: /./, size: 1, unit: "each" },
  { amount: /(\d+(?:[.,]\d+)?) ?g\b/i, of: USED_UP, size: 100, unit: "per 100 g" },
  { amount: /(\d+(?:[.,]\d+)?) ?ml\b/i, of: USED_UP, size: 100, unit: "per 100 ml" },
  { amount: /(\d+(?:[.,]\d+)?) ?l\b/i, of: USED_UP, size: 0.1, unit: "per 100 ml" },
  { amount: /(\d+(?:[.,]\d+)?) ?m\b/i, of: BY_LENGTH, size: 1, unit: "per metre" },
];

/** "R 337.25 each", "R 60 per 100 ml" of a product whose name gives an amount; null of any other. */
export function unitPrice({ name, category = [], ...priced }: Hit, currency: Currency): string | null {
  const price = amountIn(priced.price, currency);
  const goods = [name, ...category].join(" ");
  for (const { amount, of, size, unit } of UNITS) {
    const share = size / Number(amount.exec(name)?.[1]?.replace(",", "."));
    if (price && Number.isFinite(share) && share !== 1 && of.test(goods))
      return `${moneyOf(priced, currency)(price * share)} ${unit}`;
  }
  return null;
}

/** "1 product", "312 products". */
export function countOf(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}

const names = new Intl.DisplayNames(LOCALE, { type: "region" });

/** What people call the country of an ISO 3166-1 alpha-2 code; the code where it is none. */
export function countryName(code: string): string {
  return /^[a-z]{2}$/i.test(code) ? (names.of(code.toUpperCase()) ?? code) : code;
}

/** How much less a product costs than before. */
export interface Reduction {
  /** What it cost before: by its history where that is known, otherwise by the store. */
  before: string | null;
  /** Per cent, rounded; null below 1 % and without a price before. */
  off: number | null;
  /** The store's price before, where its history has another one. */
  claim: string | null;
  measured: boolean;
}

type PricedHit = Pick<Hit, "price" | "storePrice" | "ordinaryPrice" | "priceBefore" | "measured">;

/** The discount in percent, rounded; null below 1 % and without one. */
function percentOff(price: number | undefined, before: number | undefined): number | null {
  if (!price || !before || before <= price) return null;
  const off = Math.round((1 - price / before) * 100);
  return off >= 1 ? off : null;
}

/** A product's reduction as it is shown everywhere: the measured one, with the store's words beside it. */
export function reductionOf(
  { price, storePrice, ordinaryPrice, priceBefore, measured = false }: PricedHit,
  currency: Currency,
): Reduction {
  const claimed = formatPrice({ price: ordinaryPrice, storePrice }, currency);
  const before = measured ? formatPrice({ price: priceBefore, storePrice }, currency) : claimed;
  const off = percentOff(
    amountIn(price, currency),
    amountIn(measured ? priceBefore : ordinaryPrice, currency),
  );
  return {
    before: price ? before : null,
    off,
    claim: measured && claimed !== before ? claimed : null,
    measured,
  };
}

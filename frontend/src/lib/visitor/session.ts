import { DECLARED } from "../declared";
import { inlinedState } from "../api/inlined";
import { createStore, readStored, writeStored } from "../store";

export const CURRENCY_LABELS = DECLARED.currencies;
export type Currency = keyof typeof CURRENCY_LABELS;

export function isCurrency(value: string | null): value is Currency {
  return value !== null && Object.hasOwn(CURRENCY_LABELS, value);
}

/** In the order of spec §9, which is that of the alphabet. */
export const CURRENCIES: readonly Currency[] = Object.keys(CURRENCY_LABELS).filter(isCurrency).sort();

/** The shared state of spec §3: what prices are shown in, and where the visitor is ("" = anywhere). */
export interface Session {
  readonly currency: Currency;
  readonly countryCode: string;
}

const COUNTRY_KEY = "countryCode";
const CURRENCY_KEY = "currency";

/** A shared link with price bands names the currency they are in. */
function linkedCurrency(): string | null {
  return new URLSearchParams(window.location.search).get("currency");
}

function initial(): Session {
  const countryCode = readStored(COUNTRY_KEY) ?? inlinedState().countryCode;
  const stored = readStored(CURRENCY_KEY);
  const linked = linkedCurrency();
  if (isCurrency(linked)) return { currency: linked, countryCode };
  // Spec §4: a country code that is there at the start sets the currency to ZAR. A currency that was
  // chosen after that is remembered, as the privacy page states.
  return { currency: isCurrency(stored) ? stored : "ZAR", countryCode };
}

const session = createStore(initial());

/** The session now, for what is outside components (request headers, click records). */
export const getSession = session.get;
export const useSession = session.use;
/** Calls its listener after every change of currency or country; returns the function that ends it. */
export const onSessionChange = session.subscribe;

export function setCurrency(currency: Currency): void {
  if (currency === getSession().currency) return;
  writeStored(CURRENCY_KEY, currency);
  session.set({ ...getSession(), currency });
}

/** `code` is ISO 3166-1 alpha-2, or "" for all countries. */
export function setCountryCode(code: string): void {
  if (code === getSession().countryCode) return;
  writeStored(COUNTRY_KEY, code);
  session.set({ ...getSession(), countryCode: code });
}

/** Reads the start again, so that each test starts afresh. */
export function resetSession(): void {
  session.set(initial());
}

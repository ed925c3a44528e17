import { LOCALE } from "../locale";

const names = new Intl.DisplayNames(LOCALE, { type: "region" });

/** What people call the country of an ISO 3166-1 alpha-2 code; the code where it is none. */
export function countryName(code: string): string {
  return /^[a-z]{2}$/i.test(code) ? (names.of(code.toUpperCase()) ?? code) : code;
}

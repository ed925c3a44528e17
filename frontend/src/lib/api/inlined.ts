import type { FilterData, Landing, MadeView } from "./wire";
import type { Session } from "../visitor/session";
import type { AllDeals, BrandAbout, SearchResult } from "./schema";

/** What the server writes into index.html so that the first screen waits for no request. */
export interface InlinedState {
  countryCode: string;
  landing?: Landing;
  /** Colour slugs and how they look, for the tiles' swatches. */
  swatches?: Record<string, string | null>;
  filters?: FilterData;
  /** The answer to the search of the address, the visitor's country and currency, and the search's id. */
  search?: { currency: string; countryCode: string; answer: { results: SearchResult[] }; id: string };
  /** A product's page: all that is known of it. */
  product?: MadeView;
  /** A brand's page, made for the visitor's country. */
  brand?: { countryCode: string; about: BrandAbout };
  /** It is November: Black Friday has its page. */
  season?: boolean;
  /** The deals' pages. */
  deals?: { currency: string; countryCode: string; found: AllDeals };
}

let parsed: InlinedState | null = null;

function read(): InlinedState {
  const text = document.getElementById("winkel-state")?.textContent ?? "";
  if (text.trim() === "") return { countryCode: "" };
  try {
    return { countryCode: "", ...(JSON.parse(text) as Partial<InlinedState>) };
  } catch (error) {
    console.error("The inlined state could not be read", error);
    return { countryCode: "" };
  }
}

/** What the page brought along, where it was made for this visitor. */
export function madeFor<T extends { countryCode: string; currency?: string }>(
  made: T | undefined,
  { currency, countryCode }: Session,
): T | undefined {
  const isMine = made?.countryCode === countryCode && (made.currency ?? currency) === currency;
  return isMine ? made : undefined;
}

export function inlinedState(): InlinedState {
  parsed ??= read();
  return parsed;
}

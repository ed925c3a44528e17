import { countOf } from "../../../lib/catalogue/format";
import type { BrandInput } from "../../../lib/api/schema";
import { websiteUrl } from "../../../lib/catalogue/website";
import type { FoundSource, Suggestion } from "../trial/trial";

/** What is known of a store of the list. */
export type StoreState =
  | { of: "waiting" | "looking" | "adding" }
  | { of: "found"; source: FoundSource; suggestion: Suggestion }
  | { of: "nothing"; why: string }
  | { of: "known" | "added"; brandId: number };

export interface ListedStore {
  url: string;
  state: StoreState;
}

/** An address as people type it: a domain alone is one. */
function addressOf(line: string): URL | null {
  return websiteUrl(line.includes("://") ? line : `https://${line}`);
}

/** A site as brands are told apart by it. */
function siteOf(address: string): string {
  return (addressOf(address)?.host ?? "").replace(/^www\./, "");
}

interface Listed {
  stores: ListedStore[];
  /** Lines that are no address. */
  wrong: string[];
}

/** The stores of a list, one on a line, each once; those that are brands already are known. */
export function listedStores(text: string, brands: readonly { id: number; website: string }[]): Listed {
  const known = new Map(brands.map(({ id, website }) => [siteOf(website), id]));
  const stores = new Map<string, ListedStore>();
  const wrong: string[] = [];
  for (const line of text.split(/[\s,;]+/).filter(Boolean)) {
    const address = addressOf(line);
    if (!address?.host.includes(".")) {
      wrong.push(line);
      continue;
    }
    const brandId = known.get(siteOf(line));
    const state: StoreState = brandId === undefined ? { of: "waiting" } : { of: "known", brandId };
    stores.set(siteOf(line), stores.get(siteOf(line)) ?? { url: address.href, state });
  }
  return { stores: [...stores.values()], wrong };
}

/** Which reasons come first: what a source lacks says more than that there is none. */
const ORDER = ["poor", "locked", "refused", "unread", "left"];

/** What a suggestion says of a store: its source, or why there is none. */
export function stateOf(suggestion: Suggestion): StoreState {
  const sources = suggestion.sources ?? [];
  const source = sources.find(({ proposed, source: kind }) => proposed && kind !== "pages");
  if (source) return { of: "found", source, suggestion };
  const lists = sources.find(({ source: kind, state }) => kind === "pages" && state === "good");
  const all = ORDER.flatMap((state) => sources.filter((one) => one.state === state));
  // What ends each look, such as a host that there is not, is said once.
  const reasons = all.filter(
    ({ problem }, place) => all.findIndex((one) => problem.endsWith(one.problem)) === place,
  );
  const why = reasons.slice(0, 2).map(({ label, problem }) => `${label}: ${problem}`);
  if (why.length === 0) why.push("No feed or catalogue was found");
  if (lists) why.push(`its listing pages can be read, ${countOf(lists.products, "product")} on the first`);
  return { of: "nothing", why: why.join("; ") };
}

/** The brand to save; a store that does not say its name has its domain's. */
export function brandOf({ url }: ListedStore, { brand }: Suggestion): BrandInput {
  const [word = ""] = siteOf(url).split(".");
  const named = typeof brand.name === "string" && brand.name.trim() !== "";
  return { ...brand, ...(!named && { name: word.charAt(0).toUpperCase() + word.slice(1) }) };
}

import { formatMoney, formatNumber } from "../../../../lib/catalogue/format";
import { type SearchState, withValues } from "../../../../lib/search/searchState";
import { type Currency, isCurrency } from "../../../../lib/visitor/session";
import type { FilterData, Understanding } from "../../../../lib/api/wire";
import { chipLabel, chipsIn } from "../chips";

/** One sentence above the results, and the change that undoes what it reports. */
export interface Notice {
  text: string;
  way?: { label: string; change: (base: SearchState) => SearchState };
  /** What undoes it where it is no part of the search. */
  press?: { label: string; act: () => void };
}

function quote(text: string): string {
  return `“${text}”`;
}

/** "a", "a" and "b", "a", "b" and "c". */
function enumerate(words: readonly string[], link: "and" | "or"): string {
  const all = words.map(quote);
  const last = all.pop() ?? "";
  return all.length > 0 ? `${all.join(", ")} ${link} ${last}` : last;
}

const asTyped = (base: SearchState): SearchState => ({ ...base, asTyped: true, page: 1 });
const corrected = (base: SearchState): SearchState => ({ ...base, asTyped: false, page: 1 });

/** Reports corrected and ignored words, with a way back to the typed ones. */
function wordsNotice(
  { q }: SearchState,
  { corrections, ignored, used }: Understanding,
  total: number,
): Notice | null {
  const lost = ignored.length > 0 ? `nothing mentions ${enumerate(ignored, "or")}` : "";
  if (corrections.length === 0 && lost === "") return null;
  const is = corrections.length > 0 ? "Showing results" : "Results";
  const isNone = lost !== "" && (used === "" || total === 0);
  const text = isNone ? `N${lost.slice(1)}.` : `${is} for ${quote(used)}${lost && `; ${lost}`}.`;
  if (corrections.length === 0) return { text };
  return { text, way: { label: `Search instead for ${quote(q)}`, change: asTyped } };
}

/** The text of the only condition, where that is a kind of product (a part of kind "type"). */
function soleProductKind({ parts, wished }: Understanding): string | null {
  const [part, another] = parts.filter(({ excluded }) => !excluded);
  const isAll = another === undefined && wished.length === 0;
  return isAll && part?.kind === "type" ? part.text : null;
}

/** A size or a measure of the text: it never filters, for many products declare none. */
function unreported({ parts }: Understanding): string[] {
  return parts
    .filter(({ kind, excluded }) => !excluded && (kind === "size" || kind === "measure"))
    .map(({ text }) => text);
}

/** Words that are wished for, otherwise all conditions but those that many products do not declare. */
function everything(understanding: Understanding): string {
  const { wished } = understanding;
  if (wished.length > 0) return enumerate(wished, "and");
  const open = unreported(understanding);
  return open.length > 0 ? `all but ${enumerate(open, "and")}, which many do not tell` : "all of that";
}

/** A note that a size or a measure is known of some only, where the sentence before has none. */
function unreportedNotice(understanding: Understanding, before: Notice | null): Notice | null {
  const open = unreported(understanding);
  if (open.length === 0 || (before !== null && understanding.wished.length === 0)) return null;
  return { text: `Many products do not tell ${enumerate(open, "or")}; those that do come first.` };
}

/** Only some have every word, and the others stand behind them. `elsewhereNotices` covers none. */
function wishedNotice(understanding: Understanding): Notice | null {
  const { wished, exact, near, elsewhere, nearest } = understanding;
  if (exact === null || elsewhere.length > 0 || nearest !== null) return null;
  if (exact === 0) {
    const only = soleProductKind(understanding);
    if (only !== null) return { text: `Nothing found for ${quote(only)}; these come closest.` };
    return { text: `No product has ${everything(understanding)}; these come closest.` };
  }
  const verb = wished.length > 0 ? (exact === 1 ? "mentions" : "mention") : exact === 1 ? "has" : "have";
  const rest = near ? "similar ones follow" : "others follow";
  return { text: `Only ${formatNumber(exact)} ${verb} ${everything(understanding)}; ${rest}.` };
}

/** Notices on how the text was read. `total`: the number of products. */
export function noticesOf(state: SearchState, read: Understanding | null, total: number): Notice[] {
  if (read === null) return [];
  const exactly: Notice | null = state.asTyped
    ? {
        text: `Searched for exactly ${quote(state.q)}.`,
        way: { label: "Correct and complete it", change: corrected },
      }
    : null;
  const wished = total > 0 ? wishedNotice(read) : null;
  const open = total > 0 ? unreportedNotice(read, wished) : null;
  const notices = [exactly, wordsNotice(state, read, total), wished, open];
  return notices.filter((notice) => notice !== null);
}

/** Where the others are, by the filter that is given up. */
const OTHERS: Readonly<Record<string, string>> = {
  store: "in other stores",
  brand: "of other brands",
  category: "in other categories",
  colour: "in other colours",
  price: "at other prices",
  size: "in other sizes",
  material: "of other materials",
};
/** What has products, and is no property of theirs. */
const SELLERS = new Set(["store", "brand"]);

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The products of the text, where one word names them ("jackets"); null otherwise. */
function productsOf({ parts, wished }: Understanding): string | null {
  const [part, another] = parts.filter(({ kind }) => kind !== "price");
  const isAll = part?.kind === "type" && !part.excluded && another === undefined && wished.length === 0;
  return isAll ? lower(part.label) : null;
}

/** The filters leave nothing of the text's conditions: one sentence for each that may be given up. */
function filterNotices(
  state: SearchState,
  read: Understanding,
  data: FilterData,
  currency: string,
  total: number,
): Notice[] {
  const products = productsOf(read);
  const single = read.elsewhere.filter(({ without }) => without.length === 1);
  const follow = total > 0 ? "; these come closest" : "";
  return (single.length > 0 ? single : read.elsewhere).map(({ without, total: found }) => {
    const [attribute = "", another] = without;
    const chosen = chipsIn(without, state, data, currency).map(chipLabel).join(", ");
    const none = products === null ? `nothing for “${state.q}”` : `no ${products}`;
    const isSeller = another === undefined && SELLERS.has(attribute);
    const text = isSeller ? `${chosen} has ${none}` : `N${none.slice(1)} with ${chosen}`;
    const where = another === undefined ? (OTHERS[attribute] ?? "without it") : "without them";
    const change = (base: SearchState) =>
      without.reduce((changed, name) => withValues(changed, name, []), base);
    return { text: `${text}${follow}.`, way: { label: `${formatNumber(found)} ${where}`, change } };
  });
}

/** No price that was named has anything: the nearest come first, and are named. */
function priceNotice(read: Understanding, visitors: Currency): Notice | null {
  const { nearest } = read;
  if (nearest === null) return null;
  const products = productsOf(read) ?? "products";
  const named = /^(Up|From|About) /.test(nearest.label) ? lower(nearest.label) : `from ${nearest.label}`;
  const currency = isCurrency(nearest.currency) ? nearest.currency : visitors;
  const amount = formatMoney(nearest.amount, currency);
  const side = nearest.isAbove ? "from" : "up to";
  return { text: `No ${products} ${named}; ${products} ${side} ${amount} come closest.` };
}

/** Where there is what the filters and the named prices leave nothing of. `total`: what is shown. */
export function elsewhereNotices(
  state: SearchState,
  read: Understanding | null,
  data: FilterData,
  currency: Currency,
  total: number,
): Notice[] {
  if (read === null) return [];
  const price = priceNotice(read, currency);
  return [...(price ? [price] : []), ...filterNotices(state, read, data, currency, total)];
}

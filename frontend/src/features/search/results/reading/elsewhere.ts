import { formatMoney, formatNumber } from "../../../../lib/catalogue/format";
import { withValues, type SearchState } from "../../../../lib/search/searchState";
import { isCurrency, type Currency } from "../../../../lib/visitor/session";
import type { FilterData, Understanding } from "../../../../lib/api/wire";
import { chipsOf } from "../bar/chips";
import type { Notice } from "./notices";

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

/** The products that were asked for, where one word names them ("jackets"); null otherwise. */
function productsOf({ parts, wished }: Understanding): string | null {
  const [part, another] = parts.filter(({ kind }) => kind !== "price");
  const isAll = part?.kind === "type" && !part.excluded && another === undefined && wished.length === 0;
  return isAll ? lower(part.label) : null;
}

/** What is chosen in some filters, as chips name it. */
function chosenIn(
  state: SearchState,
  without: readonly string[],
  data: FilterData,
  currency: string,
): string {
  return chipsOf({ ...state, q: "" }, data, currency)
    .filter(({ key }) => without.includes(key.slice(0, key.indexOf(":"))))
    .map(({ type, label }) => (label === "Yes" ? type : label))
    .join(", ");
}

/** The filters leave nothing of what the text says: one sentence for each that may be given up. */
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
    const chosen = chosenIn(state, without, data, currency);
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

import type { NewAlert, OfferedSize, StorePrice, OwnAlert, OwnAlerts } from "../../lib/api/schema";
import { typedAmount } from "../../lib/search/price";
import { formatMoney } from "../../lib/catalogue/format";
import { isCurrency } from "../../lib/visitor/session";

/** What an alert is about. */
export type AlertAbout =
  | {
      readonly productId: number;
      readonly name: string;
      readonly price: number | null;
      readonly storePrice: StorePrice | null;
      readonly soldOut: boolean;
      readonly sizes: readonly OfferedSize[];
      /** Other stores sell the same thing. */
      readonly isElsewhere: boolean;
    }
  | { readonly search: string; readonly name: string };

export type Kind = NewAlert["kind"];

export interface Values {
  kind: Kind;
  /** "": any size. */
  size: string;
  amount: string;
  /** Of "below", in any size: at any store that sells the thing. */
  anywhere: boolean;
  /** Of a drop and of a rise; "": any. */
  drop: string;
  rise: string;
  email: string;
  digest: Digest;
}

const WITH_AMOUNT: readonly Kind[] = ["below", "under"];
const SHARE = 0.9; // of the price: what is proposed

export function proposed(price: number | null): string {
  return price === null ? "" : String(Math.max(1, Math.floor(price * SHARE)));
}

/** What is offered of a product, or of one of its sizes. */
export function offerOf(about: AlertAbout, size: string): { price: number | null; soldOut: boolean } {
  if ("search" in about) return { price: null, soldOut: false };
  const own = about.sizes.find((each) => each.size === size);
  return {
    price: own?.price ?? about.price,
    soldOut: about.soldOut || (own?.soldOut ?? false),
  };
}

export function firstKind(about: AlertAbout, size: string): Kind {
  if ("search" in about) return "search";
  const { price, soldOut } = offerOf(about, size);
  return soldOut ? "stock" : price === null ? "drop" : "below";
}

export function firstValues(about: AlertAbout): Values {
  const amount = proposed(offerOf(about, "").price);
  const rest = { size: "", email: "", digest: "at once", drop: "", rise: "", anywhere: false } as const;
  return { ...rest, amount, kind: firstKind(about, "") };
}

type Wish = Pick<NewAlert, "kind" | "amount" | "percent" | "size" | "anywhere">;

/** The alert's amount; null where its amount is none. */
export function wishOf({ kind, amount: typed, drop, rise, size, anywhere }: Values): Wish | null {
  const amount = WITH_AMOUNT.includes(kind) ? typedAmount(typed) : null;
  if (WITH_AMOUNT.includes(kind) && amount === null) return null;
  const percent = Number(kind === "drop" ? drop : kind === "rise" ? rise : "");
  return {
    kind,
    ...(amount !== null && { amount }),
    ...(percent > 0 && { percent }),
    ...(size && { size }),
    ...(anywhere && kind === "below" && !size && { anywhere }),
  };
}

export type Digest = OwnAlerts["digest"];

export const DIGESTS: readonly (readonly [Digest, string])[] = [
  ["at once", "as it happens"],
  ["daily", "at most once a day, in the morning"],
  ["weekly", "once a week, on Mondays"],
];

interface Waiting {
  kind: OwnAlert["kind"];
  amount?: number | null;
  percent?: number | null;
  size?: string | null;
  anywhere?: boolean | null;
  currency: string;
}

/** What an alert waits for: "A price below R 450, in size 34". */
export function waitsFor({
  kind,
  amount = null,
  percent = null,
  size = null,
  anywhere = false,
  currency,
}: Waiting): string {
  const money = amount !== null && isCurrency(currency) ? formatMoney(amount, currency) : "";
  const by = percent ? ` by ${percent} % or more` : "";
  const words = {
    below: `A price below ${money}${anywhere ? " at any store" : ""}`,
    drop: by ? `A drop of the price${by}` : "Any drop of the price",
    rise: by ? `A rise of the price${by}` : "Any rise of the price",
    stock: "Back in stock",
    search: "New in this search",
    under: `Anything below ${money} in this search`,
  };
  return `${words[kind]}${size ? `, in size ${size}` : ""}`;
}

import type { OwnAlert, OwnAlerts } from "../../lib/api/schema";
import { formatMoney } from "../../lib/catalogue/format";
import { isCurrency } from "../../lib/visitor/session";

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

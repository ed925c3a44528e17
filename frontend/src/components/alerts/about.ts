import type { OfferedSize, StorePrice } from "../../lib/api/schema";

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

/** What an alert is about. */
export type AlertAbout =
  | {
      readonly productId: number;
      readonly name: string;
      readonly price: number | null;
      readonly soldOut: boolean;
    }
  | { readonly search: string; readonly name: string };

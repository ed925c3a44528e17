import type { ComparedProduct } from "../api/wire";

function amount(price: number | null | undefined, currency: string): string {
  return price === null || price === undefined ? "no price" : `${currency} ${price.toFixed(2)}`;
}

/** The changes of a product as text: price, stock, name. */
export function describeChange({ before, after, currency }: ComparedProduct): string[] {
  const notes: string[] = [];
  if (before?.price !== after?.price) {
    notes.push(`${amount(before?.price, currency)} → ${amount(after?.price, currency)}`);
  }
  if (before?.soldOut !== after?.soldOut) notes.push(after?.soldOut ? "sold out" : "back in stock");
  if (before?.name !== after?.name) notes.push(`was “${before?.name ?? ""}”`);
  return notes;
}

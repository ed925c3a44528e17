import type { ComparedProduct } from "../api/wire";

type Values = ComparedProduct["before"];

const UNREAD = "not understood";

function amount(values: Values, currency: string): string {
  if (values?.priceKnown === false) return UNREAD;
  const price = values?.price;
  return price === null || price === undefined ? "no price" : `${currency} ${price.toFixed(2)}`;
}

function stock(before: Values, after: Values): string {
  if (after?.soldOut === null) return `stock ${UNREAD}`;
  if (after?.soldOut) return "sold out";
  return before?.soldOut ? "back in stock" : "in stock";
}

/** The changes of a product as text: price, stock, name, link. */
export function describeChange({ before, after, currency }: ComparedProduct): string[] {
  const notes: string[] = [];
  const [was, is] = [amount(before, currency), amount(after, currency)];
  if (was !== is) notes.push(`${was} → ${is}`);
  if (before?.soldOut !== after?.soldOut) notes.push(stock(before, after));
  if (before?.name !== after?.name) notes.push(`was “${before?.name ?? ""}”`);
  if (before?.href !== after?.href) notes.push(`was at ${before?.href ?? "no link"}`);
  return notes;
}

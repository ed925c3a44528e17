const AMOUNT = /^(?:R|\$|€)?(\d{1,3}(?:[.,]\d{3})+|\d{1,10})(?:[.,](\d{1,2}))?$/;

/**
 * An amount as it was typed, "499", "R 1 299,50" or "1,299.50"; null for none above 0. Three digits
 * behind a sign are thousands, one or two are cents.
 */
export function typedAmount(text: string): number | null {
  const [, whole, cents = "0"] = AMOUNT.exec(text.replaceAll(/\s/g, "")) ?? [];
  const amount = whole === undefined ? 0 : Number(`${whole.replaceAll(/[.,]/g, "")}.${cents}`);
  return amount > 0 ? amount : null;
}

export const NO_AMOUNT = "An amount above 0, such as 499";

const AMOUNT = /^(?:R|\$|€)?(\d{1,3}(?:[.,]\d{3})+|\d{1,10})(?:[.,](\d{1,2}))?$/;

/**
 * A number as it was typed, "499", "R 1 299,50" or "1,299.50"; null where it is none. Three digits
 * behind a sign are thousands, one or two are cents.
 */
export function typedNumber(text: string): number | null {
  const [, whole, cents = "0"] = AMOUNT.exec(text.replaceAll(/\s/g, "")) ?? [];
  return whole === undefined ? null : Number(`${whole.replaceAll(/[.,]/g, "")}.${cents}`);
}

/** The same, where it is to be above 0. */
export function typedAmount(text: string): number | null {
  return typedNumber(text) || null;
}

export const NO_AMOUNT = "An amount above 0, such as 499";

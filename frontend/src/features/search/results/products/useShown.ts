import { PHONE, useMediaQuery } from "../../../../hooks/useMediaQuery";
import { useEntryState } from "./useEntryState";

/** Twelve rows of a phone: a page of 100 is 22,000 px. */
const STEP = 24;

/** How many of a page's products a phone shows at a time. */
export function useShown() {
  const phone = useMediaQuery(PHONE);
  const [count, keep] = useEntryState("shown:", (json) => Math.max(STEP, Number(json) || 0));
  return { shown: phone ? count : Number.POSITIVE_INFINITY, showMore: () => keep(count + STEP) };
}

/** "1,234.5": a comma between thousands, as the price bands and South African stores write them. */
export const LOCALE = "en";
/** "23 Nov 2026, 14:05": the day first and no AM. */
export const DATE_LOCALE = "en-ZA";

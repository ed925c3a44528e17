import { countOf, formatPrice } from "./format";

const amounts = { zar: 1299, eur: 64.5, usd: 70 };
/** Intl writes no-break spaces. */
const plain = (text: string | null) => text?.replace(/\s/g, " ");

describe("prices (spec §9)", () => {
  it("stand in the visitor's currency with the narrow symbol", () => {
    expect(plain(formatPrice(amounts, "ZAR"))).toMatch(/^R ?1,299$/);
    expect(plain(formatPrice(amounts, "USD"))).toMatch(/^\$ ?70$/);
    expect(plain(formatPrice(amounts, "EUR"))).toMatch(/^€ ?64\.50$/);
  });

  it("are null when unknown, and zero when zero", () => {
    expect(formatPrice(null, "ZAR")).toBeNull();
    expect(plain(formatPrice({ zar: 0, eur: 0, usd: 0 }, "ZAR"))).toMatch(/^R ?0$/);
  });
});

it("counts in words", () => {
  expect(countOf(1, "product")).toBe("1 product");
  expect(countOf(0, "product")).toBe("0 products");
});

import { hitOf } from "../../test/fixtures";
import { countOf, formatStorePrice, formatPrice, moneyOf, unitPrice } from "./format";

const amounts = { zar: 1299, eur: 64.5, usd: 70 };
/** Intl writes no-break spaces. */
const plain = (text: string | null) => text?.replace(/\s/g, " ");

describe("prices (spec §9)", () => {
  it("stand in the visitor's currency with the narrow symbol", () => {
    expect(plain(formatPrice({ price: amounts }, "ZAR"))).toMatch(/^R ?1,299$/);
    expect(plain(formatPrice({ price: amounts }, "USD"))).toMatch(/^\$ ?70$/);
    expect(plain(formatPrice({ price: amounts }, "EUR"))).toMatch(/^€ ?64\.50$/);
  });

  it("are null when unknown, and zero when zero", () => {
    expect(formatPrice({ price: null }, "ZAR")).toBeNull();
    expect(plain(formatPrice({ price: { zar: 0, eur: 0, usd: 0 } }, "ZAR"))).toMatch(/^R ?0$/);
  });
});

describe("a price of a store in another currency", () => {
  const sent = { price: { zar: 5173.74, usd: 289 }, storePrice: { currency: "USD", amount: 289 } };

  it("is shown as about a whole amount, beside the store's own", () => {
    expect(plain(formatPrice(sent, "ZAR"))).toBe("≈ R 5,174");
    expect(plain(formatStorePrice(sent, "ZAR"))).toBe("$289 at the store");
    expect(formatStorePrice({ storePrice: { currency: "GBP", amount: 10.5 } }, "ZAR")).toBe(
      "£10.50 at the store",
    );
  });

  it("keeps its cents where they are more than what rates are off by", () => {
    expect(plain(moneyOf({ storePrice: { currency: "ZAR", amount: 60 } }, "USD")(3.32))).toBe("≈ $3.32");
  });

  it("is exact in the store's currency", () => {
    expect(formatPrice(sent, "USD")).toBe("$289");
    expect(formatStorePrice(sent, "USD")).toBeNull();
  });
});

it.each([
  ["Dinner plates, set of 4", "home/kitchen/plates", "R 250 each"],
  ["Ankle socks 3-pack", "men/underwear/socks", "R 333.33 each"],
  ["Rooibos hand soap 250ml", "women/beauty/bath-body", "R 400 per 100 ml"],
  ["Cotton ribbon 5 m", "home", "R 200 per metre"],
  ["Hiking backpack 45L", "outdoor/hiking", undefined],
  ["Puzzle, 1000 pieces", "home", undefined],
])("the price of a unit of %s", (name, category, words) => {
  expect(plain(unitPrice(hitOf(1, { name, category: [category], price: { zar: 1000 } }), "ZAR"))).toBe(words);
});

it("counts in words", () => {
  expect(countOf(1, "product")).toBe("1 product");
  expect(countOf(0, "product")).toBe("0 products");
});

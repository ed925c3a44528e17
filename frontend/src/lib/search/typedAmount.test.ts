import { typedAmount } from "./price";

it.each([
  ["499", 499],
  ["499,50", 499.5],
  ["499.5", 499.5],
  ["R 1\u00a0299,50", 1299.5],
  ["1,299", 1299],
  ["1.299", 1299],
  ["€1.299,50", 1299.5],
  ["$12,299.05", 12_299.05],
  ["1,299,000", 1_299_000],
  [" 0.99 ", 0.99],
])("%j is an amount, as people of several countries write it", (text, amount) => {
  expect(typedAmount(text)).toBe(amount);
});

it.each(["", " ", "0", "0,00", "cheap", "-5", "1e5", "4,9,9", "499.5051", "R", "12 to 15"])(
  "%j is none",
  (text) => {
    expect(typedAmount(text)).toBeNull();
  },
);

import { expect, it } from "vitest";
import { productIdOf, productPath } from "./addresses";

it.each([
  ["Linen dress", "/product/linen-dress-7"],
  ["Crème <b>Brûlée</b> & co", "/product/creme-b-brulee-b-co-7"],
  ["連衣裙", "/product/7"],
  ["x".repeat(99), `/product/${"x".repeat(60)}-7`],
])("gives %s the server's address, and finds the id in it", (name, path) => {
  expect(productPath(name, 7)).toBe(path);
  expect(productIdOf(path)).toBe(7);
});

it("finds none where there is none", () => {
  expect(["/", "/product", "/product/dress", "/product/07"].map(productIdOf)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

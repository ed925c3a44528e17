import { describe, expect, it } from "vitest";
import { filledAnswer, filledHit } from "./wire";

const SENT = {
  objectID: "7",
  productId: 7,
  brandId: 3,
  groupKey: "g-7",
  name: "Linen dress",
  brand: "Karoo Cotton",
  storeSite: "https://karoo.example",
};

describe("a hit as it was sent", () => {
  it("is false, null or empty in what the server left out, and sold by its brand", () => {
    const hit = filledHit(SENT);
    expect(hit).toMatchObject({ ...SENT, storeName: "Karoo Cotton", soldOut: false, price: null });
    expect([hit.images, hit.siblings, hit.category, hit.colour]).toEqual([[], [], [], []]);
  });

  it("stands in its categories' ancestors, too, parents first", () => {
    const { category } = filledHit({ ...SENT, category: ["women/shoes/boots", "women/tops"] });
    expect(category).toEqual(["women", "women/shoes", "women/shoes/boots", "women/tops"]);
  });

  it("fills its pictures and its other colours", () => {
    const images = [{ url: "/a.webp" }, { url: "/b.webp", width: 6, height: 8 }];
    const hit = filledHit({ ...SENT, images, siblings: [{ productId: 8, soldOut: true }] });
    expect(hit.images).toEqual([{ url: "/a.webp", width: null, height: null }, images[1]]);
    expect(hit.siblings[0]).toMatchObject({ name: "Linen dress", soldOut: true, colour: null, href: null });
  });
});

it("leaves an answer's facet values alone", () => {
  const values = { facetHits: [] };
  expect(filledAnswer({ results: [values, { hits: [SENT] }] }).results).toEqual([
    values,
    { hits: [filledHit(SENT)] },
  ]);
});

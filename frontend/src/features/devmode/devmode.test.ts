import type { FlatImage } from "../../lib/api/schema";
import { FILTER_DATA, hitOf, optionOf } from "../../test/fixtures";
import { categoryChoices, idOf, leafOf } from "./TileEditor";
import { toHit } from "./imagesApi";
import { emittedIds, sideCategories, toggleSub, toggleTop } from "./sideFilters";
import { storedView, storeView, VIEWS } from "./storedView";

const TREE = sideCategories([
  optionOf("women", "Women", { id: 1, parent: null }),
  optionOf("women/dresses", "Dresses", { id: 2, parent: "women" }),
  optionOf("women/shoes", "Shoes", { id: 3, parent: "women" }),
  optionOf("home", "Home", { id: 4, parent: null }),
]);

describe("the flat view's categories (spec §4)", () => {
  it("open with a top-level category, which takes its sub-categories along", () => {
    const women = toggleTop(TREE, 1);
    expect(women.map(({ open, selected }) => [open, selected])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(emittedIds(women)).toEqual([2, 3]);
  });

  it("deselect and close all others", () => {
    const home = toggleTop(toggleTop(TREE, 1), 4);
    expect(home.map(({ open }) => open)).toEqual([false, true]);
    expect(emittedIds(home)).toEqual([4]);
  });

  it("toggle sub-categories one by one", () => {
    expect(emittedIds(toggleSub(toggleTop(TREE, 1), 2))).toEqual([3]);
  });

  it("emit the category itself when none of its sub-categories is left", () => {
    expect(emittedIds(toggleSub(toggleSub(toggleTop(TREE, 1), 2), 3))).toEqual([1]);
  });

  it("emit nothing when nothing is selected", () => {
    expect(emittedIds(toggleTop(toggleTop(TREE, 1), 1))).toEqual([]);
  });
});

describe("the home views", () => {
  it("are five, the Search Engine the default (spec §2.5)", () => {
    expect(VIEWS[storedView()]).toBe("Search Engine");
  });

  it("come back as chosen, unless it does not exist", () => {
    storeView(0);
    expect(storedView()).toBe(0);
    storeView(7);
    expect(storedView()).toBe(3);
  });
});

describe("a tile's editing panel", () => {
  it("starts with the product's own category, the deepest one", () => {
    expect(leafOf(["women", "women/shoes/boots", "women/shoes"])).toBe("women/shoes/boots");
  });

  it("offers what has a database id", () => {
    const options = [optionOf("women", "Women", { id: 1 }), optionOf("women/shoes", "Shoes", { id: 3 })];
    expect(categoryChoices(options)).toEqual([
      { id: 1, label: "Women" },
      { id: 3, label: "– Shoes" },
    ]);
    expect(categoryChoices(FILTER_DATA.filters[0]?.options ?? [])).toEqual([]);
    expect(idOf(options, "nothing")).toBeNull();
  });
});

/** An image of a product group, as the API repeats the product in it. */
function imageOf(imageUrl: string | null): FlatImage {
  return {
    productId: 1,
    brandId: 3,
    groupKey: "g-1",
    brandName: "Karoo Cotton",
    brandSite: "https://karoo.example",
    productBrand: null,
    productName: "Linen wrap dress",
    price: null,
    EUR: null,
    USD: null,
    soldOut: false,
    href: null,
    imageUrl,
    calculatedUrl: imageUrl,
    imageWidth: imageUrl === null ? null : 600,
    imageHeight: imageUrl === null ? null : 800,
    annotation: null,
    productSearchResults: null,
    vertexClassification: null,
    finalColorId: null,
    finalCategoryId: null,
    finalBrand: "Karoo Cotton",
    brandCountryName: null,
    saMade: false,
    unisex: false,
    switchOrder: null,
  };
}

it("takes the entry that stands for 'no image' out of a product group", () => {
  expect(toHit({ ...hitOf(1), images: [imageOf("/media/1.webp"), imageOf(null)] }).images).toEqual([
    { url: "/media/1.webp", width: 600, height: 800 },
  ]);
});

import { describe, expect, it } from "vitest";
import type { BrandField, FieldType } from "./fields";
import { categoryPath } from "./choices";
import { grouped } from "./fields";
import { WEBSITE_MESSAGES } from "../../lib/catalogue/website";
import { brandBody, EMPTY_PAGE, errorsOf, fieldError, pagesOf, valuesFrom } from "./values";

function field(name: string, type: FieldType, group = "store"): BrandField {
  return { name, label: name, help: "", type, group };
}

const FIELDS = [
  field("name", "text"),
  field("website", "text"),
  field("isActive", "boolean"),
  field("countryId", "country"),
  field("scrollDelay", "number", "crawl"),
  field("styles", "styles"),
  field("pages", "pages", "page"),
];

describe("the brand form's values", () => {
  it("start empty and active, with one empty page", () => {
    const values = valuesFrom(FIELDS, {});
    expect(values).toMatchObject({ name: "", isActive: true, styles: [], pages: [EMPTY_PAGE] });
  });

  it("take what is known, false and 0 included", () => {
    const values = valuesFrom(FIELDS, { isActive: false, scrollDelay: 0, countryId: 12 });
    expect(values).toMatchObject({ isActive: false, scrollDelay: "0", countryId: "12" });
  });

  it("go out as numbers and trimmed text, without pages that have no address", () => {
    const page = { ...EMPTY_PAGE, pageUrl: " https://a.example/x ", productCategory: "7" };
    const values = { ...valuesFrom(FIELDS, { name: " Karoo " }), countryId: "12", pages: [page, EMPTY_PAGE] };
    const body = brandBody(FIELDS, values);
    expect(body).toMatchObject({ name: "Karoo", countryId: 12, isActive: true });
    expect(body.pages).toEqual([
      {
        pageId: null,
        pageUrl: "https://a.example/x",
        productCategory: 7,
        color: null,
        customClickSelector: "",
      },
    ]);
    expect(body.scrollDelay).toBe(0);
    expect(brandBody(FIELDS, { ...values, countryId: "" }).countryId).toBeNull();
  });

  it("keep the page ids through an edit", () => {
    const [page] = pagesOf(
      valuesFrom(FIELDS, { pages: [{ pageId: 5, pageUrl: "https://a.example" }] }).pages,
    );
    expect(page).toMatchObject({ pageId: 5, pageUrl: "https://a.example" });
  });
});

describe("the brand form's rules", () => {
  it("an empty website is fine there, a wrong one is not (spec §5)", () => {
    expect(fieldError(field("website", "text"), "")).toBeNull();
    expect(fieldError(field("website", "text"), "karoo.example")).toBe(WEBSITE_MESSAGES.invalidUrl);
  });

  it("a form without a name, or with a wrong page, may not be sent", () => {
    const named = valuesFrom(FIELDS, { name: "Karoo" });
    expect(errorsOf(FIELDS, named)).toEqual({});
    expect(Object.keys(errorsOf(FIELDS, { ...named, name: " " }))).toEqual(["name"]);
    expect(errorsOf(FIELDS, { ...named, pages: [{ ...EMPTY_PAGE, pageUrl: "x" }] })).toMatchObject({
      pages: { message: WEBSITE_MESSAGES.invalidUrl },
    });
    expect(Object.keys(errorsOf(FIELDS, { ...named, scrollDelay: "1.5" }))).toEqual(["scrollDelay"]);
  });
});

it("groups have headings and an order; an unknown one comes last", () => {
  expect(grouped(FIELDS).map(({ name }) => name)).toEqual(["Store", "Pages", "crawl"]);
});

it("a category shows its ancestors", () => {
  const women = { id: 1, name: "Women", parentCategoryId: 0 };
  const boots = { id: 2, name: "Boots", parentCategoryId: 1 };
  const byId = new Map([women, boots].map((category) => [category.id, category]));
  expect(categoryPath(boots, byId)).toBe("Women › Boots");
});

import { describe, expect, it } from "vitest";
import { type BrandField, type FieldType, brandBody, EMPTY_PAGE, errorsOf, valuesFrom } from "./values";
import { WEBSITE_MESSAGES } from "../../lib/catalogue/website";

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
});

describe("the brand form's rules", () => {
  it("an empty website is fine there, a wrong one is not (spec §5)", () => {
    const named = valuesFrom(FIELDS, { name: "Karoo" });
    expect(errorsOf(FIELDS, { ...named, website: "" })).toEqual({});
    expect(errorsOf(FIELDS, { ...named, website: "karoo.example" })).toMatchObject({
      website: { message: WEBSITE_MESSAGES.invalidUrl },
    });
  });

  it("a form without a name, or with a wrong page, may not be sent", () => {
    const named = valuesFrom(FIELDS, { name: "Karoo" });
    expect(errorsOf(FIELDS, named)).toEqual({});
    expect(Object.keys(errorsOf(FIELDS, { ...named, name: " " }))).toEqual(["name"]);
    expect(errorsOf(FIELDS, { ...named, pages: [{ ...EMPTY_PAGE, pageUrl: "x" }] })).toMatchObject({
      pages: [{ pageUrl: { message: WEBSITE_MESSAGES.invalidUrl } }],
    });
    expect(Object.keys(errorsOf(FIELDS, { ...named, scrollDelay: "1.5" }))).toEqual(["scrollDelay"]);
  });
});

import { expect, it } from "vitest";
import { websiteError, websiteMeant } from "./website";

it.each(["https://www.example.co.za", "http://example.com/path?x=1", "  https://a.example "])(
  "%s is a website",
  (value) => expect(websiteError(value, true)).toBeNull(),
);

it.each([
  "www.example.co.za",
  "example",
  "mailto:a@b.co",
  "javascript:alert(1)",
  "https://",
  "file:///etc/passwd",
])("%s is not", (value) => expect(websiteError(value, true)).toBe("invalidUrl"));

it("nothing is an error only where a website is required", () => {
  expect(websiteError(" ", true)).toBe("required");
  expect(websiteError("", false)).toBeNull();
});

it("finds the address that was meant where only its beginning is missing", () => {
  expect(websiteMeant(" www.karoo.example ")).toBe("https://www.karoo.example/");
  expect(websiteMeant("karoo.example/shop")).toBe("https://karoo.example/shop");
  for (const text of ["", "karoo", "mailto:a@karoo.example", "https://karoo.example", "not a site.example"])
    expect(websiteMeant(text)).toBeNull();
});

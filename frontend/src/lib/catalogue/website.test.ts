import { expect, it } from "vitest";
import { websiteError } from "./website";

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

import { outboundUrl } from "./addresses";

describe("outbound links (spec §2.3)", () => {
  it("append the reference and keep the store's own parameters", () => {
    expect(outboundUrl("https://store.example/p/1?variant=2#size", "winkel.example")).toBe(
      "https://store.example/p/1?variant=2&ref=winkel.example#size",
    );
  });

  it("encode what is not ASCII", () => {
    expect(outboundUrl("https://store.example/rok ñ?naam=ê", "winkel.example:8000")).toBe(
      "https://store.example/rok%20%C3%B1?naam=%C3%AA&ref=winkel.example%3A8000",
    );
  });

  it.each([null, "", "/p/1", "javascript:alert(1)", "data:text/html,x"])("refuse %s", (href) => {
    expect(outboundUrl(href, "winkel.example")).toBeNull();
  });
});

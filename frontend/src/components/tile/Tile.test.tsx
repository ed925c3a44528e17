import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { hitOf, siblingOf } from "../../test/fixtures";
import { search, showAt } from "../../test/render";
import { posted } from "../../test/server";
import type { Hit } from "../../lib/api/wire";
import { Tile } from "./Tile";

const show = (extra: Partial<Hit> = {}) => showAt("/?q=dress", <Tile hit={hitOf(7, extra)} />);

const pictures = () => [...document.querySelectorAll<HTMLImageElement>("[data-part=picture] img")];
const clicked = () => posted("/api/interactions/saveItemClick");

describe("a tile (spec §2.3)", () => {
  it("has one main link, to the store, in a new tab, with the reference", () => {
    show();
    const link = screen.getByRole("link", { name: /^View details: Linen wrap dress 7/ });
    expect(link).toHaveAttribute("target", "_blank");
    expect(new URL((link as HTMLAnchorElement).href).searchParams.get("ref")).toBe(window.location.host);
  });

  it("links to the search for its brand, and leaves another tab's to the browser", () => {
    show();
    const link = screen.getByRole("link", { name: "Karoo Cotton" });
    expect(link).toHaveAttribute("href", "/?q=dress&brand=Karoo+Cotton");
    fireEvent.click(link, { ctrlKey: true });
    expect(search()).toBe("?q=dress");
    fireEvent.click(link);
    expect(search()).toBe("?q=dress&brand=Karoo+Cotton");
  });

  it.each([
    [{ stores: 3, price: { zar: 799 } }, false, /^From R\s?799 in 3 stores: Linen wrap dress 7$/],
    [{ stores: 3, price: { zar: 899 } }, false, /^Cheapest of 3 stores: Linen wrap dress 7$/],
    [{ stores: 1, price: { zar: 899 } }, true, /^From R\s?899 in another store: /],
    [
      { stores: 3, price: { zar: 5173.74 }, storePrice: { currency: "GBP", amount: 229 } },
      ...([false, /^From ≈\sR\s?5,174 in 3 stores/] as const),
    ],
    [{ stores: 2, price: {} }, false, /^In 2 stores: /],
  ])("reports from what price how many stores sell it, and leads to them: %j", (offers, soldOut, name) => {
    show({ offers, soldOut });
    expect(screen.getByRole("link", { name })).toHaveAttribute("href", "/product/linen-wrap-dress-7-7");
  });

  it("names the shades of its colours, and loads no large picture for a swatch", () => {
    const own = `/media/ab/ab${"0".repeat(62)}`;
    const image = `${own}.webp`;
    const siblings = ["Sky blue", "Pelagic"].map((colourText, at) =>
      siblingOf(9 + at, { image, colourText }),
    );
    show({
      images: [{ url: image, width: 600, height: 800 }],
      colour: ["blue"],
      colourText: "Navy",
      siblings,
    });
    const dots = screen.getAllByRole("radio").map((input) => input.nextElementSibling as HTMLElement);
    const [navy, sky] = dots.map((dot) => dot.style.background);
    expect(navy).not.toBe("");
    expect(sky).not.toBe(navy);
    const details = dots.map((dot) => dot.querySelector("img")?.getAttribute("src"));
    expect(details).toEqual([undefined, undefined, `${own}-320.webp`]);
  });

  it("offers our own pictures in two widths, and others as they are", () => {
    const own = `/media/ab/ab${"0".repeat(62)}`;
    const { unmount } = show({ images: [{ url: `${own}.webp`, width: 600, height: 800 }] });
    expect(pictures()[0]).toHaveAttribute("srcset", `${own}-320.webp 320w, ${own}.webp 600w`);
    expect(pictures()[0]).toHaveAttribute("sizes", expect.stringMatching(/^\(max-width.*px$/));
    unmount();
    show({ images: [{ url: "https://store.example/dress.jpg", width: 900, height: 1200 }] });
    expect(pictures()[0]).not.toHaveAttribute("srcset");
  });

  it("loads the second picture on the first hover only", () => {
    show();
    expect(pictures()).toHaveLength(1);
    fireEvent.pointerEnter(screen.getByRole("article"), { pointerType: "mouse" });
    expect(pictures().map((img) => img.getAttribute("src"))).toEqual(["/media/7-a.webp", "/media/7-b.webp"]);
  });

  it("does not take a finger for a hover, but has a button for it", () => {
    show();
    fireEvent.pointerEnter(screen.getByRole("article"), { pointerType: "touch" });
    expect(pictures()).toHaveLength(1);
    const flip = screen.getByRole("button", { name: /^Other picture/ });
    fireEvent.click(flip);
    expect(flip).toHaveAttribute("aria-pressed", "true");
    expect(document.querySelector("[data-part=second-picture]")).toHaveAttribute("data-shown", "true");
    fireEvent.click(flip);
    expect(document.querySelector("[data-part=second-picture]")).toHaveAttribute("data-shown", "false");
  });

  it("shows another colour with its own name, price, picture and link, and that it is sold out", async () => {
    const priced = { price: { zar: 4625.14 }, storePrice: { currency: "USD", amount: 289 }, soldOut: true };
    const red8 = { name: "Linen wrap dress, red", colour: "red", image: "/media/7-red.webp" };
    show({ siblings: [siblingOf(8, { ...priced, ...red8 })] });
    const red = screen.getByRole("radio", { name: /^Red/ });
    await userEvent.click(red);
    expect(screen.getByRole("heading")).toHaveTextContent("Linen wrap dress, red");
    expect(document.querySelector("[data-part=price]")).toHaveTextContent(
      /^≈\sR\s?4,625 \$289 at the store$/,
    );
    expect(pictures().map((img) => img.getAttribute("src"))).toEqual(["/media/7-red.webp"]);
    expect(screen.getByText("Sold out")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: /^View details/ })).toHaveAttribute(
      "href",
      expect.stringMatching(/\/p\/8/),
    );
    await userEvent.click(screen.getByRole("radio", { name: /^Blue/ }));
    expect(screen.queryByText("Sold out")).toBeNull();
    expect(document.querySelector("[data-part=price]")).toHaveTextContent(/899/);
  });

  it("leaves a picture out that fails, and shows that none is left", () => {
    show();
    fireEvent.error(pictures()[0]!);
    expect(pictures().map((img) => img.getAttribute("src"))).toEqual(["/media/7-b.webp"]);
    fireEvent.error(pictures()[0]!);
    expect(screen.getByRole("img", { name: "No picture" })).toBeInTheDocument();
  });

  it("shows the attributes of the store: sizes and materials, as text", () => {
    show({ attributes: { size: ["S", "<b>XL</b>"], material: ["Linen"] } });
    const shown = screen.getAllByRole("definition").map((value) => value.textContent);
    expect(shown).toEqual(["S, <b>XL</b>", "Linen"]);
    expect(screen.getAllByRole("term").map((name) => name.textContent)).toEqual(["size", "material"]);
  });

  it("carries flag, translation and proxy notes only where they apply", () => {
    show({ saMade: true, needExternalTranslate: true, viaProxy: true });
    expect(screen.getByRole("img", { name: "Made in South Africa" })).toBeInTheDocument();
    const translate = screen.getByRole("button", { name: "Needs translating" });
    expect(translate.nextElementSibling).toHaveTextContent("supports translation, or an external plugin");
    expect(screen.getByRole("button", { name: "Ships through a proxy" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "A shipping proxy", hidden: true })).toHaveAttribute(
      "href",
      "/proxies",
    );
  });

  it("names the store only where it is not the brand", () => {
    show();
    expect(screen.queryByRole("link", { name: /^Karoo Cotton.*new tab/ })).toBeNull();
  });

  it("has no link where the store's address is not a web address", () => {
    show({ href: "javascript:alert(1)" });
    expect(screen.queryByRole("link", { name: /View details/ })).toBeNull();
  });
});

describe("click tracking (spec §7)", () => {
  it.each([/^View details/, /^Marula Market/])("records a click on the link %s", async (name) => {
    show({ storeName: "Marula Market" });
    fireEvent.click(screen.getByRole("link", { name }));
    const recorded = [expect.objectContaining({ brandId: 3, groupKey: "g-7" })];
    await waitFor(() => expect(clicked()).toEqual(recorded));
  });

  it("records the brand's click and the wheel's, but no other button's", async () => {
    show();
    fireEvent.click(screen.getByRole("link", { name: "Karoo Cotton" }));
    const link = screen.getByRole("link", { name: /^View details/ });
    fireEvent(link, new MouseEvent("auxclick", { bubbles: true, button: 1 }));
    fireEvent(link, new MouseEvent("auxclick", { bubbles: true, button: 2 }));
    await waitFor(() => expect(clicked()).toHaveLength(2));
  });
});

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router-dom";
import type { ProductView } from "../../lib/api/schema";
import { hitOf, viewOf } from "../../test/fixtures";
import { http, server } from "../../test/server";
import { toasts } from "../../lib/toasts";
import { showAt } from "../../test/render";
import ProductPage from "./ProductScreen";

const VIEW = viewOf(
  {
    ...hitOf(7, {
      attributes: { size: ["S", "<b>XL</b>"], material: ["Linen"] },
      ordinaryPrice: { zar: 1299 },
      priceBefore: { zar: 1099 },
      measured: true,
      storeName: "Marula Market",
    }),
    siblings: [{ productId: 8, groupKey: "g-8", name: "Linen wrap dress, red", colour: "red" }],
  },
  {
    way: [
      { value: "women", label: "Women" },
      { value: "women/dresses", label: "Dresses" },
    ],
    delivery: "proxy",
    history: {
      readDays: 84,
      steps: [
        { first: "2026-03-04", last: "2026-05-20", price: 999, ordinaryPrice: null, soldOut: false },
        { first: "2026-05-26", last: "2026-06-01", price: 899, ordinaryPrice: 1299, soldOut: true },
      ],

      changes: [{ day: "2026-05-26", text: "Down from R 999 to R 899" }],
      words: ["The lowest in 90 days. We looked on 84 of them."],
    },
    identifiers: [{ kind: "gtin", value: "05901234123457", variant: "UK 8" }],
    similar: [hitOf(9, { name: "Cotton shirt dress" })],
  },
);

/** Has the server answer with a view; null: the product was taken away. */
function answer(view: ProductView | null = VIEW) {
  const gone = () => new Response("{}", { status: 410 });
  server.use(
    http.get("/api/products/{product_id}", ({ response }) =>
      view ? response(200).json(view) : response.untyped(gone()),
    ),
    http.post("/api/interactions/saveItemView", async ({ request, response }) => {
      const { kind } = await request.json();
      looks.push(kind ?? "");
      return response(200).json({ saved: true });
    }),
  );
}

/** How the product was looked at, as the server records it. */
const looks: string[] = [];

function showPage(view?: ProductView | null, hash = "") {
  looks.length = 0;
  answer(view);
  return showAt(
    VIEW.path + hash,
    <main>
      <Routes>
        <Route path="/product/:address" element={<ProductPage />} />
      </Routes>
    </main>,
  );
}

describe("a product's own page", () => {
  it("shows price, was, the verdict on it, store, delivery, sizes as text and the way out", async () => {
    showPage();
    expect(await screen.findByRole("heading", { level: 1, name: "Linen wrap dress 7" })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe("Linen wrap dress 7, Karoo Cotton – Winkel"));
    expect(document.querySelector("[data-part=product-price]")).toHaveTextContent(
      /^R\s?899was R\s?1,099 −18%Store says “was R\s?1,299”/,
    );
    expect(screen.getByText(VIEW.history.words[0]!)).toBeInTheDocument();
    expect(screen.getByText("<b>XL</b>")).toBeInTheDocument();
    const store = screen.getByRole("link", { name: "Marula Market" });
    expect(store).toHaveAttribute("href", "/brand/karoo-cotton");
    expect(store.parentElement).toHaveTextContent("Sold by Marula Market, ships from South Africa");
    expect(screen.getByRole("link", { name: "a shipping proxy" })).toHaveAttribute("href", "/proxies");
    const out = screen.getByRole("link", { name: /^View at Marula Market/ });
    expect(new URL((out as HTMLAnchorElement).href).searchParams.get("ref")).toBe(window.location.host);
  });

  it("shows every size of the store, with what is sold out and a price of its own", async () => {
    const sizes = [
      { size: "S", soldOut: true, price: 950 },
      { size: "XL", soldOut: false, price: 950 },
      { size: "<b>34", soldOut: false, price: null },
    ];
    showPage({ ...VIEW, sizes });
    await screen.findByText("<b>34");
    const shown = [...document.querySelectorAll("[data-part=size]")];
    expect(shown.map(({ textContent }) => textContent.replaceAll("\u00a0", " "))).toEqual([
      "S (sold out)",
      "XL R 950",
      "<b>34",
    ]);
    expect(shown[0]!.querySelector("s")).toHaveTextContent("S");
    expect(screen.queryByText("<b>XL</b>")).toBeNull();
  });

  it("names the way to it, and leads back to its category", async () => {
    showPage();
    const way = await screen.findByRole("navigation", { name: "Breadcrumb" });
    const links = within(way).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["All categories", "/"],
      ["Women", "/?category=women"],
      ["Dresses", "/?category=women/dresses"],
    ]);
  });

  it.each([
    ["", "details"],
    ["#alert", "alert"],
  ])("records with %j that it is looked at by %s", async (hash, kind) => {
    showPage(VIEW, hash);
    await waitFor(() => expect(looks).toEqual([kind]));
  });

  it("has the history as a chart with a name, and as a table with the days not read", async () => {
    showPage();
    const table = await screen.findByRole("table", { hidden: true });
    const rows = within(table).getAllByRole("row", { hidden: true });
    expect(rows.map((row) => row.textContent)).toEqual([
      "FromToPriceStock",
      expect.stringMatching(/R\s?899, was R\s?1,299Sold out$/),
      expect.stringMatching(/Not read$/),
      expect.stringMatching(/R\s?999In stock$/),
    ]);
    const name = /^Price since 04 Mar 2026: R\s?899 to R\s?999, R\s?899 today$/;
    expect(screen.getByRole("img", { name })).toBeVisible();
    const day = screen.getByRole("slider", { name: "Price on a day" });
    expect(day).toHaveAttribute("aria-valuetext", expect.stringMatching(/^01 Jun 2026: R\s?899, sold out$/));
    fireEvent.change(day, { target: { value: String(Date.parse("2026-05-22") / 86_400_000) } });
    expect(screen.getByText("22 May 2026: not read")).toBeVisible();
  });

  it("reports nothing of the past of one that was read on one day, and that the store's “was” is a claim", async () => {
    const history = {
      ...VIEW.history,
      readDays: 1,
      words: [],
      steps: [{ ...VIEW.history.steps[1]!, first: "2026-06-01" }],
    };
    showPage({ ...VIEW, history, product: { ...VIEW.product, measured: false, priceBefore: null } });
    expect(await screen.findByText(/we have not read this price on enough days/)).toBeInTheDocument();
    expect(document.querySelector("[data-part=product-price]")).toHaveTextContent(/−31% says the store/);
    expect(screen.queryByRole("heading", { name: "Price history" })).toBeNull();
  });

  it("leads to its other colours and to similar products, each to a view of its own", async () => {
    showPage();
    expect(await screen.findByRole("link", { name: "Red" })).toHaveAttribute(
      "href",
      "/product/linen-wrap-dress-red-8",
    );
    const similar = screen.getByRole("region", { name: "Similar products" });
    expect(within(similar).getByRole("link", { name: "Look closer: Cotton shirt dress" })).toHaveAttribute(
      "href",
      "/product/cotton-shirt-dress-9",
    );
  });

  it("reports that a product is gone, without a way out", async () => {
    showPage({ ...VIEW, gone: true });
    expect(await screen.findByText("No longer at Marula Market")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: /^View at/ })).toBeNull();
  });

  it("reports that there is none", async () => {
    showPage(null);
    expect(await screen.findByRole("heading", { name: "This product is not here" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "To the shop" })).toHaveAttribute("href", "/");
  });

  it("hands its address on by the device, and otherwise copies it", async () => {
    showPage();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Share" }));
    const url = new URL(VIEW.path, window.location.origin).href;
    expect(await navigator.clipboard.readText()).toBe(url);
    expect(toasts.get().at(-1)?.text).toBe("Link copied");
    const share = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
    await user.click(screen.getByRole("button", { name: "Share" }));
    expect(share).toHaveBeenCalledWith({ title: "Linen wrap dress 7", url });
    Reflect.deleteProperty(navigator, "share");
  });

  it("chooses among its pictures, and leaves one out that fails", async () => {
    showPage();
    const large = await screen.findByRole("img", { name: "Linen wrap dress 7, picture 1" });
    await userEvent.click(screen.getByRole("button", { name: "Picture 2 of 2" }));
    expect(large).toHaveAttribute("src", "/media/7-b.webp");
    fireEvent.error(large);
    expect(await screen.findByRole("img", { name: "Linen wrap dress 7" })).toHaveAttribute(
      "src",
      "/media/7-a.webp",
    );
  });

  it("shows a picture as large as the screen at a press, the next one by the arrow key", async () => {
    showPage();
    const small = await screen.findByRole("button", { name: /^Linen wrap dress 7, picture 1 ?, larger$/ });
    await userEvent.click(small);
    const large = screen.getByRole("dialog", { name: "Pictures of Linen wrap dress 7" });
    const picture = within(large).getByRole("button", { name: "Twice as large", pressed: false });
    expect(picture.querySelector("img")).toHaveAttribute("src", "/media/7-a.webp");
    fireEvent.keyDown(picture, { key: "ArrowRight" });
    expect(picture.querySelector("img")).toHaveAttribute("src", "/media/7-b.webp");
    await userEvent.click(picture);
    expect(picture).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(within(large).getByRole("button", { name: "Close the picture" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

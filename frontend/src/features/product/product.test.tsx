import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { BrowserRouter, Route, Routes } from "react-router-dom";
import type { ProductView } from "../../lib/api/schema";
import { hitOf } from "../../testData";
import { http, server } from "../../testServer";
import { currentToasts } from "../../lib/toasts";
import { resetSession } from "../../lib/visitor/session";
import ProductPage from "./ProductPage";

const VIEW: ProductView = {
  product: {
    ...hitOf(7, {
      attributes: { size: ["S", "<b>XL</b>"], material: ["Linen"] },
      ordinaryPrice: { zar: 1299 },
      storeName: "Marula Market",
    }),
    siblings: [{ productId: 8, groupKey: "g-8", name: "Linen wrap dress, red", colour: "red" }],
  },
  path: "/product/linen-wrap-dress-7-7",
  gone: false,
  lastSeen: "2026-06-01T08:00:00+00:00",
  delivery: "proxy",
  history: {
    today: "2026-06-01",
    readDays: 84,
    steps: [
      { first: "2026-03-04", last: "2026-05-20", price: 999, ordinaryPrice: null, soldOut: false },
      { first: "2026-05-26", last: "2026-06-01", price: 899, ordinaryPrice: 1299, soldOut: true },
    ],
    changes: [{ day: "2026-05-26", text: "Down from R 999 to R 899" }],
    words: ["Lowest since 4 March, read on 84 of 90 days"],
  },
  identifiers: [{ kind: "gtin", value: "05901234123457", variant: "UK 8" }],
  similar: [hitOf(9, { name: "Cotton shirt dress" })],
};

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

/** How the product was looked at, as the server is told. */
const looks: string[] = [];

function showPage(view?: ProductView | null, hash = "") {
  looks.length = 0;
  answer(view);
  window.history.replaceState(null, "", VIEW.path + hash);
  resetSession();
  return render(
    <BrowserRouter>
      <main>
        <Routes>
          <Route path="/product/:address" element={<ProductPage />} />
        </Routes>
      </main>
    </BrowserRouter>,
  );
}

describe("a product's own page", () => {
  it("shows price, was, what may be said of it, store, delivery, sizes as text and the way out", async () => {
    showPage();
    expect(await screen.findByRole("heading", { level: 1, name: "Linen wrap dress 7" })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe("Linen wrap dress 7, Karoo Cotton – Winkel"));
    expect(document.querySelector("[data-part=product-price]")).toHaveTextContent(/R\s?899was R\s?1,299−31%/);
    expect(screen.getByText(VIEW.history.words[0]!)).toBeInTheDocument();
    expect(screen.getByText("<b>XL</b>")).toBeInTheDocument();
    const store = screen.getByRole("link", { name: "Marula Market" });
    expect(store).toHaveAttribute("href", "/brand/karoo-cotton");
    expect(store.parentElement).toHaveTextContent("Sold by Marula Market, ships from South Africa");
    expect(screen.getByRole("link", { name: "a shipping proxy" })).toHaveAttribute("href", "/proxies");
    const out = screen.getByRole("link", { name: /^View at Marula Market/ });
    expect(new URL((out as HTMLAnchorElement).href).searchParams.get("ref")).toBe(window.location.host);
  });

  it.each([
    ["", "details"],
    ["#alert", "alert"],
  ])("tells with %j that it is looked at by %s", async (hash, kind) => {
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
    expect(screen.getByRole("img", { name: /^Price from .* to today: R\s?899 to R\s?999$/ })).toBeVisible();
  });

  it("draws no line through one day", async () => {
    const history = {
      ...VIEW.history,
      readDays: 1,
      steps: [{ ...VIEW.history.steps[1]!, first: "2026-06-01" }],
    };
    showPage({ ...VIEW, history });
    expect(await screen.findByText("Read on 1 day of the last year")).toBeInTheDocument();
    expect(screen.queryByRole("img", { name: /^Price from/ })).toBeNull();
    expect(screen.getByRole("table", { hidden: true })).toHaveTextContent(/R\s?899, was R\s?1,299Sold out/);
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

  it("says that a product is gone, without a way out", async () => {
    showPage({ ...VIEW, gone: true });
    expect(await screen.findByText("No longer at Marula Market")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: /^View at/ })).toBeNull();
  });

  it("says that there is none", async () => {
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
    expect(currentToasts().at(-1)?.text).toBe("Link copied");
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

  it("has no violation of accessibility", async () => {
    showPage();
    await screen.findByRole("table", { hidden: true });
    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});

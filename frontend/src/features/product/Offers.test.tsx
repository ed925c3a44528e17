import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import type { Offer, ProductView } from "../../lib/api/schema";
import { toasts } from "../../lib/toasts";
import { setCountryCode } from "../../lib/visitor/session";
import { hitOf, viewOf } from "../../test/fixtures";
import { http, posted, server } from "../../test/server";
import { History } from "./history/History";
import { OfferDesk, Offers } from "./Offers";

function offerOf(id: number, extra: Partial<Offer>): Offer {
  return {
    productId: id,
    path: `/product/boots-${id}`,
    name: "Boots",
    brandId: id,
    groupKey: `g-${id}`,
    href: `https://shop-${id}.example/boots`,
    store: `shop-${id}`,
    storeName: `Shop ${id}`,
    price: 100 * id,
    storePrice: null,
    delivery: "store",
    soldOut: false,
    lastSeen: "2026-06-01T08:00:00+00:00",
    ...extra,
  };
}

const OFFERS = [
  offerOf(8, {}),
  offerOf(9, { storePrice: { currency: "EUR", amount: 45 } }),
  offerOf(10, { delivery: "proxy" }),
  offerOf(7, { soldOut: true, price: null }),
  offerOf(11, { delivery: "no" }),
];
const VIEW = viewOf(hitOf(7), {
  delivery: "store",
  offers: OFFERS,
  history: {
    readDays: 20,
    steps: [{ first: "2026-05-01", last: "2026-06-01", price: 999, ordinaryPrice: null, soldOut: false }],
    everywhere: [
      { first: "2026-04-01", last: "2026-04-20", price: 950, storeName: "Shop 8" },
      { first: "2026-05-01", last: "2026-06-01", price: 800, storeName: "Shop 9" },
    ],
    changes: [{ day: "2026-05-26", text: "Sold out" }],
  },
});

function show(view: ProductView = VIEW) {
  setCountryCode("ZA");
  render(
    <MemoryRouter>
      <main>
        <Offers view={view} currency="ZAR" />
      </main>
    </MemoryRouter>,
  );
}

describe("one thing at several stores", () => {
  it("counts the stores that sell and deliver it, and lists each with price, stock, delivery and time", () => {
    show();
    const list = screen.getByRole("region", { name: "Sold by 2 stores" });
    const rows = within(list).getAllByRole("listitem");
    expect(rows.map((row) => row.textContent.replace(/\s/g, " "))).toEqual([
      expect.stringMatching(/^Shop 8R 800In stockDelivers to South AfricaRead 0?1 Jun/),
      expect.stringMatching(/^Shop 9≈ R 900 €45 at the storeIn stock/),
      expect.stringMatching(/Reaches South Africa through a shipping proxy/),
      expect.stringMatching(/^Shop 7 shown herePrice in storeSold out/),
      expect.stringMatching(/Does not deliver to South Africa/),
    ]);
    expect(rows.map((row) => row.getAttribute("aria-current"))).toEqual([null, null, null, "true", null]);
  });

  it("leads to each one's own view, and to its store as a click of that product", async () => {
    show();
    expect(screen.getByRole("link", { name: "Shop 8" })).toHaveAttribute("href", "/product/boots-8");
    expect(screen.queryByRole("link", { name: "Shop 7" })).toBeNull();
    const way = screen.getByRole("link", { name: /^View at Shop 9/ });
    way.addEventListener("click", (event) => event.preventDefault());
    await userEvent.click(way);
    await waitFor(() =>
      expect(posted("/api/interactions/saveItemClick")).toMatchObject([{ brandId: 9, groupKey: "g-9" }]),
    );
  });

  it("reports nothing where no other store sells it, and so where none can now", () => {
    show({ ...VIEW, offers: [] });
    expect(screen.queryByRole("region")).toBeNull();
    show({ ...VIEW, offers: [offerOf(8, { soldOut: true })] });
    expect(screen.getByRole("region", { name: "Sold by none of its stores now" })).toBeInTheDocument();
  });

  it("shows the history of the cheapest, with the store of each price", async () => {
    render(<History view={VIEW} currency="ZAR" />);
    const stock = () => screen.getByRole("table", { hidden: true }).textContent;
    expect(stock()).toContain("In stock");
    await userEvent.click(screen.getByRole("button", { name: "Cheapest of all stores" }));
    expect(stock()).toMatch(/FromToPriceStore.*R\s?800Shop 9.*Not read.*R\s?950Shop 8/);
    expect(screen.getByRole("img", { name: /R\s?800 to R\s?950/ })).toBeVisible();
    expect(screen.queryByText("What changed")).toBeNull();
  });
});

function answering(message: string) {
  server.use(http.post("/api/offers", ({ response }) => response(200).text(message)));
}

describe("an operator", () => {
  it("parts what is not the same", async () => {
    answering("Parted Boots and Boots");
    render(<OfferDesk productId={7} offers={OFFERS} />);
    expect(screen.queryByRole("button", { name: "Not the same: Shop 7" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Not the same: Shop 9" }));
    await waitFor(() => expect(posted("/api/offers")).toEqual([{ productId: 7, otherId: 9, isOne: false }]));
    expect(toasts.get().at(-1)?.text).toBe("Parted Boots and Boots");
  });

  it.each(["12", " /product/linen-boots-12 ", "https://winkel.example/product/linen-boots-12"])(
    "joins it with %j",
    async (typed) => {
      answering("Joined Boots and Boots");
      render(<OfferDesk productId={7} offers={[]} />);
      const join = screen.getByRole("button", { name: "Join" });
      expect(join).toBeDisabled();
      await userEvent.type(screen.getByRole("textbox", { name: "The same as" }), typed);
      await userEvent.click(join);
      await waitFor(() =>
        expect(posted("/api/offers")).toEqual([{ productId: 7, otherId: 12, isOne: true }]),
      );
    },
  );

  it.each(["7", "0", "boots", "/brand/karoo"])("joins nothing with %j", async (typed) => {
    render(<OfferDesk productId={7} offers={[]} />);
    await userEvent.type(screen.getByRole("textbox", { name: "The same as" }), typed);
    expect(screen.getByRole("button", { name: "Join" })).toBeDisabled();
  });
});

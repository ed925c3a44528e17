import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { hitOf, viewOf } from "../../test/fixtures";
import { http, server } from "../../test/server";
import {
  alertToken,
  compared,
  favourites,
  isSavedProduct,
  recentlyViewed,
  savedSearches,
  toSavedProduct,
} from "../../lib/visitor/kept";
import { showAt } from "../../test/render";
import FavouritesPage from "./FavouritesPage";
import { exportFile, importFile, parseFile } from "./Own";

const SAVED_AT = Date.UTC(2026, 2, 3, 12);

/** The server has products 1 to 3: the second sold out, the third cheaper. */
function answer() {
  const now = [
    hitOf(1),
    hitOf(2, { soldOut: true }),
    hitOf(3, { price: { zar: 749, eur: 37, usd: 40 } }),
    hitOf(5),
  ];
  server.use(
    http.get("/api/landing/more", ({ response }) =>
      response(200).json({ arrivals: [], drops: [hitOf(9)], stores: [] }),
    ),
    http.get("/api/products", ({ query, response }) => {
      const ids = query.get("ids").split(",").map(Number);
      return response(200).json({ hits: now.filter(({ productId }) => ids.includes(productId)) });
    }),
  );
}

const show = (address = "/favourites") =>
  showAt(
    address,
    <main>
      <FavouritesPage />
    </main>,
  );

const changes = () =>
  [...document.querySelectorAll("[data-part=change]")].map(({ textContent }) => textContent);

beforeEach(() => {
  favourites.clear();
  recentlyViewed.clear();
  savedSearches.clear();
});

describe("favourites, kept in the browser", () => {
  it("report what changed since they were saved: dearer, cheaper, sold out, gone", async () => {
    answer();
    favourites.add(...[1, 2, 3, 4].map((id) => toSavedProduct(hitOf(id), SAVED_AT)));
    show();
    const list = await screen.findByText("Since you saved them: 1 cheaper, 1 sold out, 1 gone");
    expect(list).toBeInTheDocument();
    const [picture] = document.querySelectorAll("[data-part=favourite]:last-child img");
    fireEvent.error(picture!);
    expect(picture).not.toBeVisible(); // a gone product's picture may be gone, too
    expect(changes()).toEqual([
      "",
      expect.stringMatching(/^Sold out since you saved it on 0?3 March$/),
      expect.stringMatching(/^Down from R\s?899 to R\s?749 since you saved it on 0?3 March$/),
      expect.stringMatching(/^Gone since you saved it on 0?3 March$/),
    ]);
    expect(screen.getByRole("heading", { name: "Linen wrap dress 4" })).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /^Remove ?Linen wrap dress 4$/ }));
    expect(favourites.get().map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it("are saved and taken away by a heart, which shows which it is", async () => {
    answer();
    favourites.add(toSavedProduct(hitOf(1), SAVED_AT));
    show();
    const name = "Favourite: Linen wrap dress 1";
    const heart = await screen.findByRole("button", { name, pressed: true });
    expect(screen.getByRole("tab", { name: "Products (1)" })).toBeVisible();
    await userEvent.click(heart);
    expect(favourites.get()).toEqual([]);
    expect(screen.getByRole("tab", { name: "Products" })).toBeVisible();
    expect(screen.getByText(/^Press the heart of a product/)).toBeInTheDocument();
    expect(await screen.findByRole("region", { name: "Biggest price drops" })).toBeInTheDocument();
  });

  it("of another are shown by a link, and can be kept", async () => {
    answer();
    favourites.add(toSavedProduct(hitOf(1), SAVED_AT));
    show("/favourites?ids=1,5,9,x,-3");
    expect(await screen.findByText("2 products, 1 of the list is gone")).toBeInTheDocument();
    expect(favourites.get().map(({ id }) => id)).toEqual([1]);
    await userEvent.click(screen.getByRole("button", { name: "Keep in my favourites" }));
    expect(favourites.get().map(({ id, at }) => [id, at === SAVED_AT])).toEqual([
      [5, false],
      [1, true],
    ]);
  });

  it("show to guests of a shared list what is bought, and to whoever made it at a press", async () => {
    answer();
    const name = "0123456789abcdef";
    const marked = new Set<number>([5]);
    const marks = () => ({ productIds: [...marked] });
    server.use(
      http.post("/api/sharedLists/bought", ({ response }) => response(200).json(marks())),
      http.post("/api/sharedLists/mark", async ({ request, response }) => {
        const { productId, bought, list } = await request.json();
        expect(list).toBe(name);
        if (bought) marked.add(Number(productId));
        else marked.delete(Number(productId));
        return response(200).json(marks());
      }),
    );
    const address = `/favourites?ids=1,5&list=${name}`;
    const guest = show(address);
    expect(await screen.findByText("Bought")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /^I have bought it: Linen wrap dress 1$/ }));
    expect(await screen.findByText(/^2 products bought/)).toBeInTheDocument();
    const again = screen.getByRole("button", { name: /^Not bought after all: Linen wrap dress 5$/ });
    await userEvent.click(again);
    expect(await screen.findByText(/^1 product bought/)).toBeInTheDocument();
    guest.unmount();
    localStorage.setItem("ownList", name);
    window.dispatchEvent(new StorageEvent("storage", { key: "ownList" }));
    show(address);
    const reveal = await screen.findByRole("button", { name: "Show what is bought" });
    expect(screen.queryByText("Bought")).toBeNull();
    await userEvent.click(reveal);
    expect(await screen.findByText("Bought")).toBeInTheDocument();
  });

  it("go to a file and come back from it; what is here already stays as it was saved here", async () => {
    favourites.add(toSavedProduct(hitOf(1), SAVED_AT), toSavedProduct(hitOf(2), SAVED_AT));
    savedSearches.add({ search: "?q=linen", name: "linen", at: SAVED_AT });
    const file = new File([await exportFile().text()], "f.json");
    favourites.clear();
    savedSearches.remove("?q=linen");
    favourites.add(toSavedProduct(hitOf(2), 5));
    expect(await importFile(file)).toEqual([2, 1]);
    expect(favourites.get().map(({ id, at }) => [id, at])).toEqual([
      [1, SAVED_AT],
      [2, 5],
    ]);
    expect(savedSearches.get()).toEqual([{ search: "?q=linen", name: "linen", at: SAVED_AT }]);
  });

  it.each([
    ["nonsense", "This is no file of favourites"],
    ['{"format":"another"}', "This is no file of favourites"],
    ['{"format":"winkel-favourites"}', "The file has no list of favourites"],
    [
      '{"format":"winkel-favourites","favourites":[{"id":1}],"searches":[]}',
      "Entry 1 of the file's favourites cannot be read",
    ],
    [
      '{"format":"winkel-favourites","favourites":[],"searches":[{"search":"javascript:1","name":"x","at":1}]}',
      "Entry 1 of the file's searches cannot be read",
    ],
  ])("of a file %s are refused in words", (text, words) => {
    expect(() => parseFile(text)).toThrow(words);
  });

  it("are the same in all tabs of the site, as searches and alerts are", () => {
    const elsewhere = (key: string, value: unknown) => {
      localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
      window.dispatchEvent(new StorageEvent("storage", { key }));
    };
    elsewhere("favourites", [toSavedProduct(hitOf(3))]);
    elsewhere("savedSearches", [{ search: "?q=linen", name: "linen", at: SAVED_AT }]);
    elsewhere("alerts", "of-a-mail");
    favourites.add(toSavedProduct(hitOf(4)));
    savedSearches.add({ search: "?q=wool", name: "wool", at: SAVED_AT });
    expect(favourites.get().map(({ id }) => id)).toEqual([4, 3]);
    expect(savedSearches.get().map(({ search }) => search)).toEqual(["?q=wool", "?q=linen"]);
    expect(alertToken.get()).toBe("of-a-mail");
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    expect([favourites.get(), savedSearches.get(), alertToken.get()]).toEqual([[], [], null]);
  });

  it("hold no picture that is no web address", () => {
    const kept = toSavedProduct(hitOf(1), SAVED_AT);
    expect(
      [kept, { ...kept, image: "javascript:alert(1)" }, { ...kept, image: "//x.example" }].map(
        isSavedProduct,
      ),
    ).toEqual([true, false, false]);
  });
});

describe("what was looked at and saved searches", () => {
  it("stand below, and can be cleared", async () => {
    answer();
    recentlyViewed.add(toSavedProduct(hitOf(5), SAVED_AT));
    show();
    const rail = await screen.findByRole("region", { name: "Recently viewed" });
    expect(within(rail).getByRole("heading", { name: "Linen wrap dress 5" })).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Clear recently viewed" }));
    expect(screen.queryByRole("region", { name: "Recently viewed" })).toBeNull();
  });

  it("count what came since the search was opened last", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/search", async ({ request, response }) => {
        sent.push(await request.json());
        const results = [{ nbHits: 12, understanding: null }];
        return response.untyped(new Response(JSON.stringify({ results })));
      }),
    );
    savedSearches.add({ search: "?q=linen&colour=-red", name: "linen, Red", at: SAVED_AT });
    show("/favourites?tab=searches");
    expect(await screen.findByText("12 new")).toBeInTheDocument();
    expect(sent).toEqual([
      [
        {
          indexName: "products",
          params: expect.objectContaining({
            query: "linen",
            facetFilters: [["colour:\\-red"]],
            numericFilters: [`createdAt>${SAVED_AT / 1000}`],
          }) as unknown,
        },
      ],
    ]);
    const link = screen.getByRole("link", { name: "linen, Red" });
    expect(link).toHaveAttribute("href", "/?q=linen&colour=-red");
  });
});

describe("up to three products", () => {
  it("stand side by side, with price, stores, delivery and facts, and can be taken away", async () => {
    answer();
    server.use(
      http.get("/api/products/{product_id}", ({ params, response }) =>
        response(200).json(
          viewOf(hitOf(Number(params.product_id), { attributes: { size: ["M", "L"] } }), {
            history: { words: ["Fair."] },
            sizes: [
              { size: "M", soldOut: true, price: null },
              { size: "L", soldOut: false, price: null },
            ],
          }),
        ),
      ),
    );
    compared.add(...[1, 2, 3].map((id) => toSavedProduct(hitOf(id))));
    compared.add(toSavedProduct(hitOf(4)));
    show("/favourites?tab=compare");
    const columns = () => [...document.querySelectorAll("[data-part=compared]")];
    await waitFor(() => expect(screen.getAllByText("Fair.")).toHaveLength(3));
    expect(columns().map((column) => column.querySelector("h2")?.textContent)).toEqual([
      "Linen wrap dress 4",
      "Linen wrap dress 1",
      "Linen wrap dress 2",
    ]);
    expect(columns()[0]).toHaveTextContent(/R\s?899Fair\.sizeLcolourBlueKaroo CottonShips from South Africa/);
    await userEvent.click(screen.getByRole("button", { name: /^Remove ?Linen wrap dress 4$/ }));
    expect(columns()).toHaveLength(2);
    compared.clear();
  });
});

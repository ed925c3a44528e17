import { screen, waitFor } from "@testing-library/react";
import { favourites, toSavedProduct } from "../../lib/visitor/kept";
import type { SearchResult } from "../../lib/api/schema";
import { hitOf, readOf, viewOf } from "../../test/fixtures";
import { http, server } from "../../test/server";
import { showAt } from "../../test/render";
import { More, Proof } from "./Below";

const WORDS = ["The lowest in 90 days. We looked on 84 of them.", "25 % less than R 999."];

/** What only its store claims is cheaper: no example of our readings. */
const CLAIMED = 8;

/** The server has what fell, and finds so many products by each text. */
function answer(drops: number[], found: Readonly<Record<string, number>>) {
  const step = { ordinaryPrice: null, soldOut: false };
  server.use(
    http.get("/api/landing/more", ({ response }) =>
      response(200).json({
        arrivals: [],
        drops: drops.map((id) => hitOf(id, { measured: id !== CLAIMED })),
        stores: [],
      }),
    ),
    http.get("/api/products", ({ response }) =>
      response(200).json({ hits: [hitOf(1, { price: { zar: 749 } }), hitOf(2)] }),
    ),
    http.get("/api/products/{product_id}", ({ params, response }) =>
      response(200).json(
        viewOf(hitOf(Number(params.product_id)), {
          history: {
            readDays: 84,
            steps: [
              { ...step, first: "2026-03-04", last: "2026-05-20", price: 999 },
              { ...step, first: "2026-05-21", last: "2026-06-01", price: 749 },
            ],
            words: WORDS,
          },
        }),
      ),
    ),
    http.post("/api/search", async ({ request, response }) => {
      const searches = (await request.json()) as { params?: { query?: string } }[];
      const results = searches.map(({ params: { query = "" } = {} }) => ({
        nbHits: 300,
        understanding: readOf({
          parts: [{ id: "c", kind: "colour", label: "Black", text: query, excluded: false }],
          exact: found[query] ?? 0,
        }),
      }));
      return response(200).json({ results: results as unknown as SearchResult[] });
    }),
  );
}

const show = () => {
  const waiting = <p>Waiting</p>;
  return showAt(
    "/",
    <>
      <Proof waiting={waiting} />
      <More waiting={waiting} />
    </>,
  );
};

beforeEach(() => favourites.clear());

describe("the landing's argument", () => {
  it("is a price that fell with its sentences, and texts that find something in two more languages", async () => {
    answer([CLAIMED, 9], { "blou rok": 12, isigqoko: 1 });
    show();
    const example = await screen.findByRole("link", { name: "Linen wrap dress 9" });
    expect(example).toHaveAttribute("href", "/product/linen-wrap-dress-9-9");
    expect(WORDS.map((text) => screen.getByText(text))).toHaveLength(2);
    const texts = [...document.querySelectorAll<HTMLAnchorElement>("a[href^='/?q=']")];
    expect(texts.map((link) => [new URL(link.href).searchParams.get("q"), link.textContent])).toEqual([
      ["blou rok", "Afrikaans“blou rok”Black 12 products"],
      ["isigqoko", "isiZulu“isigqoko”Black 1 product"],
    ]);
  });

  it("is what fell among what was saved", async () => {
    answer([], {});
    favourites.add(toSavedProduct(hitOf(1)), toSavedProduct(hitOf(2)));
    show();
    const rail = await screen.findByRole("region", { name: "Cheaper since you saved them" });
    expect([...rail.querySelectorAll("h3")].map(({ textContent }) => textContent)).toEqual([
      "Linen wrap dress 1",
    ]);
  });

  it("is nothing where there is nothing to show", async () => {
    answer([], {});
    show();
    await waitFor(() => expect(screen.queryByText("Waiting")).toBeNull());
    expect(screen.queryByRole("heading")).toBeNull();
  });
});

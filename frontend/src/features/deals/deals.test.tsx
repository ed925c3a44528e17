import { screen, within } from "@testing-library/react";
import type { AllDeals, Claims } from "../../lib/api/schema";
import { hitOf } from "../../test/fixtures";
import { showAt } from "../../test/render";
import { http, server } from "../../test/server";
import DealsPage from "./DealsPage";

const CLAIMS: Claims = {
  ...{ slug: "stofpad", name: "Stofpad", claims: 40, known: 30, denied: 12, deals: 9 },
  ...{ claimed: 29.5, measured: 11 },
};
const LOWER = hitOf(1, {
  ...{ price: { zar: 2499 }, ordinaryPrice: { zar: 3499 }, priceBefore: { zar: 2999 }, measured: true },
});
const RAISED = hitOf(2, { price: { zar: 300 }, ordinaryPrice: { zar: 500 }, measured: true });
const FOUND: AllDeals = {
  ...{ day: "2026-11-27", blackFriday: "2026-11-27", isSeason: true },
  sections: [
    {
      ...{ slug: "outdoor", name: "Outdoor" },
      deals: [
        {
          hit: LOWER,
          off: 17,
          since: "2026-11-20",
          raised: null,
          line: [
            [0, 84, 100],
            [84, 90, 0],
          ],
        },
      ],
    },
  ],
  raised: [{ hit: RAISED, off: null, since: "2026-11-20", raised: 500, line: [[0, 90, 50]] }],
  stores: [
    CLAIMS,
    { ...CLAIMS, slug: "new", name: "New", known: 0, denied: 0, claimed: null, measured: null },
    { ...CLAIMS, slug: "mum", name: "Mum", claims: 0, known: 0, denied: 0, claimed: null, measured: null },
  ],
  categories: [{ ...CLAIMS, slug: "outdoor", name: "Outdoor" }],
};

function show(path: string, found: Partial<AllDeals> = {}) {
  server.use(http.get("/api/deals", ({ response }) => response(200).json({ ...FOUND, ...found })));
  return showAt(
    path,
    <main>
      <DealsPage />
    </main>,
  );
}

describe("the deals", () => {
  it("are shown as they were measured, the store's words beside that", async () => {
    show("/deals");
    const outdoor = await screen.findByRole("region", { name: "Outdoor" });
    expect(outdoor).toHaveTextContent("−17%");
    expect(outdoor).toHaveTextContent("Store says “was R 3,499”");
    expect(outdoor).toHaveTextContent("this price since 20 November");
    expect(within(outdoor).getByRole("link", { name: /^All that is reduced/ })).toHaveAttribute(
      "href",
      "/?category=outdoor&onSale=true&sort=discount_desc",
    );
    const raised = screen.getByRole("region", { name: "Raised before it was cut" });
    expect(raised).toHaveTextContent("Raised to R 500 before it was cut");
    expect(raised).not.toHaveTextContent("%");
  });

  it("stand above what stores claim, those without claims in a fold", async () => {
    show("/black-friday");
    const [first] = await screen.findAllByRole("heading", { level: 2 });
    expect(first).toHaveTextContent("Outdoor");
    const name = "What stores say, and what was measured";
    const [stores, others] = screen.getAllByRole("table", { name, hidden: true });
    const rowsOf = (table: HTMLElement) =>
      within(table)
        .getAllByRole("row", { hidden: true })
        .map((row) => row.textContent);
    expect(rowsOf(stores!).slice(1)).toEqual([
      "Stofpad4030 %11 %12 of 309",
      "New40not known yetnot known yet9",
    ]);
    expect(screen.getByText("1 without claims")).toBeInTheDocument();
    expect(rowsOf(others!)[1]).toBe("Mum0––9");
  });

  it("report when Black Friday is back, and lead to what there is", async () => {
    show("/black-friday", { isSeason: false, blackFriday: "2027-11-26" });
    expect(await screen.findByText(/^Black Friday is on 26 November 2027/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "See today’s real deals" })).toHaveAttribute("href", "/deals");
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("report that there are none", async () => {
    show("/deals", { sections: [], raised: [], stores: [], categories: [], day: null });
    expect(await screen.findByText(/nothing is truly lower/)).toBeInTheDocument();
  });
});

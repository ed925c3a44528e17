import { screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import type { BrandAbout } from "../../lib/api/schema";
import { hitOf } from "../../test/fixtures";
import { http, server } from "../../test/server";
import { showAt } from "../../test/render";
import BrandPage from "./BrandPage";

const ABOUT: BrandAbout = {
  id: 3,
  slug: "marula-market",
  name: "Marula <Market>",
  website: "https://marula.example",
  instagram: "javascript:alert(1)",
  story: ["Marula <Market> is a store.", "It delivers all over the world."],
  styles: [{ id: 7, name: "Boho", slug: "boho" }],
  departments: [{ value: "women", label: "Women", products: 40 }],
  products: 41,
  hits: [hitOf(1), hitOf(2)],
};

function show(about: BrandAbout | null = ABOUT) {
  const missing = () => new Response("{}", { status: 404 });
  server.use(
    http.get("/api/brands/about/{slug}", ({ response }) =>
      about ? response(200).json(about) : response.untyped(missing()),
    ),
  );
  return showAt(
    `/brand/${ABOUT.slug}`,
    <main>
      <Routes>
        <Route path="/brand/:slug" element={<BrandPage />} />
      </Routes>
    </main>,
  );
}

describe("a brand's page", () => {
  it("shows its story and leads to its styles, departments and products", async () => {
    show();
    expect(await screen.findByRole("heading", { level: 1, name: ABOUT.name })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe("Marula <Market> – Winkel"));
    expect(screen.getByText(ABOUT.story.join(" "))).toBeInTheDocument();
    const link = (name: string | RegExp) => screen.getByRole("link", { name }).getAttribute("href");
    expect(link("Boho")).toBe("/style/7");
    expect(link("Women 40")).toBe("/?store=marula-market&category=women");
    expect(link("View all 41 products")).toBe("/?store=marula-market");
    expect(link(/^Visit Marula <Market>/)).toMatch(/^https:\/\/marula\.example\/\?ref=/);
    expect(screen.queryByRole("link", { name: /^Instagram/ })).toBeNull(); // no web address
    const products = screen.getByRole("region", { name: "New at Marula <Market>" });
    expect(within(products).getAllByRole("article")).toHaveLength(2);
  });

  it("offers no more than there is, and reports where there is nothing", async () => {
    const { unmount } = show({ ...ABOUT, products: 2 });
    await screen.findByRole("region", { name: "New at Marula <Market>" });
    expect(screen.queryByRole("link", { name: /^View all/ })).toBeNull();
    unmount();
    show({ ...ABOUT, products: 0, hits: [] });
    expect(await screen.findByText("Nothing of Marula <Market> is here at present.")).toBeInTheDocument();
  });

  it("reports that there is none", async () => {
    show(null);
    expect(await screen.findByRole("heading", { name: "There is no such brand" })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe("Not found – Winkel"));
  });
});

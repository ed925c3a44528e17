import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SearchActionsContext, type SearchActions } from "../../hooks/searchContext";
import { createDraft } from "../../lib/search/draft";
import { EMPTY_STATE, type SearchState } from "../../lib/search/searchState";
import { hitOf } from "../../testData";
import type { Hit } from "../../lib/api/wire";
import { Tile } from "./Tile";

let committed: SearchState | null;
const actions: SearchActions = {
  commit: (change) => {
    committed = change({ ...EMPTY_STATE, q: "dress" });
  },
  searchNow: vi.fn(),
  clearAll: vi.fn(),
  draft: createDraft(vi.fn()),
};

function show(extra: Partial<Hit> = {}) {
  return render(
    <MemoryRouter>
      <SearchActionsContext value={actions}>
        <Tile hit={hitOf(7, extra)} />
      </SearchActionsContext>
    </MemoryRouter>,
  );
}

const pictures = () => [...document.querySelectorAll<HTMLImageElement>("img[src^='/media/7']")];
const clicks = () =>
  Promise.all(vi.mocked(fetch).mock.calls.map(([request]) => (request as Request).clone().json()));

beforeEach(() => {
  committed = null;
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response("ok"))),
  );
});
afterEach(() => void vi.unstubAllGlobals());

describe("a tile (spec §2.3)", () => {
  it("has one main link, to the store, in a new tab, with the reference", () => {
    show();
    const link = screen.getByRole("link", { name: /^View details: Linen wrap dress 7/ });
    expect(link).toHaveAttribute("target", "_blank");
    expect(new URL((link as HTMLAnchorElement).href).searchParams.get("ref")).toBe(window.location.host);
  });

  it("filters by its brand", () => {
    show();
    fireEvent.click(screen.getByRole("button", { name: "Karoo Cotton" }));
    expect(committed).toMatchObject({ q: "dress", filters: { brand: ["Karoo Cotton"] } });
  });

  it("loads the second picture on the first hover only", () => {
    show();
    expect(pictures()).toHaveLength(1);
    fireEvent.pointerEnter(screen.getByRole("article"), { pointerType: "mouse" });
    expect(pictures().map((img) => img.getAttribute("src"))).toEqual(["/media/7-a.webp", "/media/7-b.webp"]);
  });

  it("leaves a picture out that fails, and says so when none is left", () => {
    show();
    fireEvent.error(pictures()[0]!);
    expect(pictures().map((img) => img.getAttribute("src"))).toEqual(["/media/7-b.webp"]);
    fireEvent.error(pictures()[0]!);
    expect(screen.getByRole("img", { name: "No picture" })).toBeInTheDocument();
  });

  it("marks what is sold out in words", () => {
    show({ soldOut: true });
    expect(screen.getByText("Sold out")).toBeInTheDocument();
  });

  it("shows the reduced price and what it was", () => {
    show({ ordinaryPrice: { zar: 1299, eur: 60, usd: 70 } });
    expect(screen.getByText(/1,299/)).toHaveTextContent(/was\s*R\s?1,299/);
  });

  it("says what the store says of it: sizes and materials, as text", () => {
    show({ attributes: { size: ["S", "<b>XL</b>"], material: ["Linen"] } });
    const said = screen.getAllByRole("definition").map((value) => value.textContent);
    expect(said).toEqual(["S, <b>XL</b>", "Linen"]);
    expect(screen.getAllByRole("term").map((name) => name.textContent)).toEqual(["size", "material"]);
  });

  it("carries flag, translation and proxy notes only where they apply", () => {
    show({ saMade: true, needExternalTranslate: true, viaProxy: true });
    expect(screen.getByRole("img", { name: "Made in South Africa" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Needs translating" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Ships through a proxy" })).toBeInTheDocument();
  });

  it("names the store only where it is not the brand", () => {
    show();
    expect(screen.queryByRole("link", { name: /^Karoo Cotton/ })).toBeNull();
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
    await vi.waitFor(async () => expect(await clicks()).toEqual(recorded));
  });

  it("records the brand's click and the wheel's, but no other button's", async () => {
    show();
    fireEvent.click(screen.getByRole("button", { name: "Karoo Cotton" }));
    const link = screen.getByRole("link", { name: /^View details/ });
    fireEvent(link, new MouseEvent("auxclick", { bubbles: true, button: 1 }));
    fireEvent(link, new MouseEvent("auxclick", { bubbles: true, button: 2 }));
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  });
});

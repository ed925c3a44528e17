import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { toasts } from "../../../lib/toasts";
import { http, posted, server } from "../../../test/server";
import type { BrandOverview } from "../../../lib/api/schema";
import { BRAND, showScraper } from "../../../test/operators";

let brands: BrandOverview[];
const HAS = { shown: 12, products: 30, prices: 3000, runs: 9, alerts: 2, searches: 1, takeDowns: 0 };

beforeEach(() => {
  brands = [BRAND];
  server.use(
    http.get("/api/brands/{brand_id}/holdings", ({ response }) => response(200).json(HAS)),
    http.get("/api/brands/overview", ({ request, response }) => {
      const show = new URL(request.url).searchParams.get("show");
      const kept = brands.filter(({ archivedAt }) => (archivedAt !== null) === (show === "archived"));
      return response(200).json(kept.filter(({ isActive }) => show !== "active" || isActive));
    }),
  );
});

const show = (tab: string) => showScraper(`tab=${tab}`);

it("a brand shows its state, its troubles, its last and next run and the trend", async () => {
  const run: BrandOverview["trend"][number] = {
    id: 1,
    kind: "scrape",
    result: "success",
    complete: true,
    foundCount: 12,
    failureReason: null,
    endTime: "2026-01-01T10:00:00Z",
  };
  brands = [
    { ...BRAND, lastRun: run, trend: [run, { ...run, id: 2, foundCount: 9 }], troubles: ["shrinking"] },
  ];
  show("brands");
  const row = (await screen.findByRole("link", { name: "Karoo Cotton" })).closest("tr");
  for (const words of ["karoo.example", "active", "fewer products", "success", "By hand"]) {
    expect(row).toHaveTextContent(words);
  }
  expect(screen.getByLabelText(/Found products of 2 runs: 12, 9/)).toBeInTheDocument();
});

it("a search from page 2 on starts at the first page, and stands in the address", async () => {
  const requested: string[] = [];
  server.use(
    http.get("/api/brands/overview", ({ request, response }) => {
      requested.push(new URL(request.url).search);
      const found = new URL(request.url).searchParams.get("text") === "nothing" ? [] : brands;
      return response(200).json(found, { headers: { "X-Total-Count": found.length ? "2000" : "0" } });
    }),
  );
  show("brands&page=39&show=scheduled");
  expect(await screen.findByText("Page 39 of 40")).toBeInTheDocument();
  await userEvent.click(screen.getByText("Next"));
  expect(await screen.findByText("Page 40 of 40")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("searchbox"));
  await userEvent.paste("nothing");
  expect(await screen.findByText("No brand is like that.")).toBeInTheDocument();
  expect(screen.getByText("0 brands")).toBeInTheDocument();
  const of = (page: number, text = "") => `?page=${page}&pageSize=50${text}&show=scheduled`;
  expect([...new Set(requested)]).toEqual([of(39), of(40), of(1, "&text=nothing")]); // each refreshes itself
});

it("a column's head sorts, a second press the other way, and the address keeps it", async () => {
  const orders: (string | null)[] = [];
  server.use(
    http.get("/api/brands/overview", ({ request, response }) => {
      orders.push(new URL(request.url).searchParams.get("order"));
      return response(200).json(brands);
    }),
  );
  show("brands");
  const head = async (name: string) => screen.findByRole("columnheader", { name });
  expect(await head("brand")).toHaveAttribute("aria-sort", "ascending");
  await userEvent.click(await screen.findByRole("button", { name: "last run" }));
  await userEvent.click(screen.getByRole("button", { name: "last run" }));
  await waitFor(() => expect(orders.at(-1)).toBe("-lastRun"));
  expect(await head("last run")).toHaveAttribute("aria-sort", "descending");
  expect(orders).toEqual([null, "lastRun", "-lastRun"]);
});

it("several brands are chosen, and the same is done to each", async () => {
  brands = [BRAND, { ...BRAND, id: 4, name: "Veld", pages: 0 }];
  server.use(
    http.post(
      "/api/brands/archive",
      ({ response }) => response("default").json({ message: "It is read" }, { status: 409 }),
      { once: true },
    ),
    http.post("/api/brands/archive", ({ response }) => response(200).json({ message: "Archived" })),
  );
  show("brands");
  await userEvent.click(await screen.findByLabelText("Choose Karoo Cotton"));
  await userEvent.click(screen.getByLabelText("Choose Veld"));
  const bar = within(screen.getByText("2 brands chosen").parentElement!);
  expect(bar.getByRole("button", { name: "Start 1" })).toBeEnabled(); // the other has nothing to read
  await userEvent.click(bar.getByRole("button", { name: "Archive…" }));
  const dialog = within(screen.getByRole("dialog", { name: "Archive: 2 brands?" }));
  expect(await dialog.findByText(/^24 products that visitors find now/)).toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Archive" }));
  await waitFor(() => expect(posted("/api/brands/archive")).toEqual([{ brandId: 3 }, { brandId: 4 }]));
  await waitFor(() => expect(toasts.get().at(-1)?.text).toBe("Done: 1 of 2. Karoo Cotton: It is read"));
});

it("a brand is disabled, and the list follows", async () => {
  server.use(
    http.post("/api/brands/setActive", ({ response }) => {
      brands = [{ ...BRAND, isActive: false }];
      return response(200).json({ id: 3, slug: "karoo-cotton", message: "Karoo Cotton is disabled" });
    }),
  );
  show("brands");
  await userEvent.click(await screen.findByRole("button", { name: /^Disable/ }));
  await screen.findByText("12 products that visitors find now are hidden.");
  await userEvent.click(screen.getByRole("button", { name: "Disable" }));
  expect(await screen.findByRole("button", { name: /^Enable/ })).toBeInTheDocument();
  expect(posted("/api/brands/setActive")).toEqual([{ brandId: 3, isActive: false }]);
  expect(toasts.get().at(-1)).toMatchObject({ text: "Karoo Cotton is disabled", kind: "success" });
  await userEvent.selectOptions(screen.getByLabelText("Show"), "Active");
  expect(await screen.findByText("No brand is like that.")).toBeInTheDocument();
});

it("a brand is archived, found in the archive alone, and deleted with what it has", async () => {
  const archived = { ...BRAND, isActive: false, archivedAt: "2026-01-01T10:00:00Z" };
  server.use(
    http.post("/api/brands/archive", ({ response }) => {
      brands = [archived];
      return response(200).json({ message: "Karoo Cotton is in the archive" });
    }),
    http.post("/api/brands/delete", ({ response }) => {
      brands = [{ ...archived, deletingAt: "2026-01-01T10:00:00Z" }];
      return response(200).json({ message: "Karoo Cotton is being deleted" });
    }),
  );
  show("brands");
  await userEvent.click(await screen.findByRole("button", { name: /^Archive/ }));
  await screen.findByText(
    "30 products, 3,000 entries of price history, 9 runs and 1 search of visitors are kept.",
  );
  await userEvent.click(screen.getByRole("button", { name: "Archive" }));
  expect(await screen.findByText("No brands yet.")).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText("Show"), "Archived");
  await userEvent.click(await screen.findByRole("button", { name: /^Delete/ }));
  await screen.findByText("30 products and 3,000 entries of price history are removed, for good.");
  await userEvent.click(screen.getByRole("button", { name: "Delete for good" }));
  expect(await screen.findByText("being deleted")).toBeInTheDocument();
  expect(posted("/api/brands/delete")).toEqual([{ brandId: 3 }]);
  expect(screen.getByRole("button", { name: /^Bring back/ })).toBeDisabled();
});

it("a suggested store that was accepted shows it at once", async () => {
  const store = { id: 5, website: "https://new.example", createdAt: "2026-01-01T10:00:00Z", decidedAt: null };
  let state: "new" | "accepted" = "new";
  server.use(
    http.get("/api/brands/submissions", ({ response }) => response(200).json([{ ...store, state }])),
    http.post("/api/brands/submissions/{submission_id}", ({ response }) => {
      state = "accepted";
      return response(200).json({ ...store, state });
    }),
  );
  show("suggestions");
  await userEvent.click(await screen.findByRole("button", { name: "Accept" }));
  expect(await screen.findByText("accepted")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Accept" })).toBeDisabled();
  const address = "/scraper?brand=new&website=https%3A%2F%2Fnew.example";
  expect(screen.getByRole("link", { name: "Configure" })).toHaveAttribute("href", address);
});

it("a brand with another source is checked by it, one without is not", async () => {
  server.use(http.post("/api/scraper/startCheck", ({ response }) => response(200).text("Check started")));
  brands = [BRAND, { ...BRAND, id: 7, name: "Fynbos", checkable: true }];
  show("brands");
  await userEvent.click(await screen.findByRole("button", { name: /^Check/ }));
  await waitFor(() => expect(posted("/api/scraper/startCheck")).toEqual([{ brandId: "7" }]));
});

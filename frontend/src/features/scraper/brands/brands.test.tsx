import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it } from "vitest";
import { currentToasts } from "../../../lib/toasts";
import { http, server } from "../../../testServer";
import type { BrandOverview, BrandRun } from "../api/wire";
import { BRAND, CALM } from "../examples";
import ScraperPage from "../ScraperPage";

let brands: BrandOverview[];

beforeEach(() => {
  brands = [BRAND];
  server.use(
    ...CALM,
    http.get("/api/brands/overview", ({ response }) => response(200).json(brands)),
  );
});

function show(tab: string) {
  render(
    <MemoryRouter initialEntries={[`/scraper?tab=${tab}`]}>
      <ScraperPage />
    </MemoryRouter>,
  );
}

it("a brand tells its state, its troubles, its last and next run and the trend", async () => {
  const run: BrandRun = {
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
  for (const words of ["https://karoo.example", "active", "shrinking", "success", "By hand"]) {
    expect(row).toHaveTextContent(words);
  }
  expect(screen.getByLabelText(/Found products of 2 runs: 12, 9/)).toBeInTheDocument();
});

it("a search from page 2 on starts at the first page", async () => {
  brands = Array.from({ length: 51 }, (_, at) => ({ ...BRAND, id: 100 + at, name: `Store ${100 + at}` }));
  show("brands");
  await userEvent.click(await screen.findByText("Next"));
  expect(screen.getByText("Page 2 of 2")).toBeInTheDocument();
  const box = screen.getByRole("searchbox");
  await userEvent.click(box);
  await userEvent.paste("store 107"); // each key would draw the whole list
  expect(screen.getByRole("link", { name: "Store 107" })).toBeInTheDocument();
  expect(screen.getByText("1 brand")).toBeInTheDocument();
  await userEvent.type(box, "?");
  expect(screen.getByText("No brand is like that.")).toBeInTheDocument();
});

it("a brand is disabled, and the list follows", async () => {
  server.use(
    http.post("/api/brands/setActive", async ({ request, response }) => {
      expect(await request.json()).toEqual({ brandId: 3, isActive: false });
      brands = [{ ...BRAND, isActive: false }];
      return response(200).json({ id: 3, slug: "karoo-cotton", message: "Karoo Cotton is disabled" });
    }),
  );
  show("brands");
  await userEvent.click(await screen.findByRole("button", { name: /^Disable/ }));
  expect(await screen.findByRole("button", { name: /^Enable/ })).toBeInTheDocument();
  expect(currentToasts().at(-1)).toMatchObject({ text: "Karoo Cotton is disabled", kind: "success" });
  await userEvent.selectOptions(screen.getByLabelText("Show"), "Active");
  expect(screen.getByText("No brand is like that.")).toBeInTheDocument();
});

it("a brand is started from the list, which then shows it as waiting", async () => {
  server.use(
    http.post("/api/scraper/start", async ({ request, response }) => {
      expect(await request.json()).toEqual({ brandId: "3" });
      brands = [{ ...BRAND, state: "queued", pid: 8 }];
      return response(200).text("Karoo Cotton started");
    }),
  );
  show("brands");
  await userEvent.click(await screen.findByRole("button", { name: /^Start\s*Karoo/ }));
  expect(await screen.findByText("queued")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /^Start\s*Karoo/ })).toBeDisabled();
  expect(currentToasts().at(-1)).toMatchObject({ text: "Karoo Cotton started", kind: "success" });
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
  let checked: unknown;
  server.use(
    http.post("/api/scraper/startCheck", async ({ request, response }) => {
      checked = await request.json();
      return response(200).text("Check of Karoo Cotton started (process 812)");
    }),
  );
  brands = [BRAND, { ...BRAND, id: 7, name: "Fynbos", checkable: true }];
  show("brands");
  await userEvent.click(await screen.findByRole("button", { name: /^Check/ }));
  await waitFor(() => expect(checked).toEqual({ brandId: "7" }));
});

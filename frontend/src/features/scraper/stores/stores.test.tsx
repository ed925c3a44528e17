import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { ListedStoreRow } from "../../../lib/api/schema";
import { http, server } from "../../../test/server";
import { showScraper } from "../../../test/operators";

const STORE: ListedStoreRow = {
  id: 1,
  site: "karoo.example",
  website: "https://karoo.example",
  state: "waiting",
  reason: "",
  todo: "",
  addedBy: "anna",
  brandId: null,
  brand: "",
  schedule: "",
  source: "",
  products: 0,
  sources: [],
  createdAt: "2026-01-01T10:00:00Z",
  lookedAt: null,
};
const NIGHT = { between: "00:00 and 05:00", timeZone: "Africa/Johannesburg" };

let listed: ListedStoreRow[];
let sent: unknown[];

beforeEach(() => {
  [listed, sent] = [[], []];
  server.use(
    http.post("/api/brands/stores/plan", async ({ request, response }) => {
      const { addresses } = await request.json();
      const wrong = addresses.filter((line) => !line.includes("."));
      const known = [{ site: "one.example", brandId: 7, name: "One", isArchived: true }];
      return response(200).json({
        waiting: addresses.length - wrong.length - 1,
        again: 1,
        known,
        wrong,
        ...NIGHT,
      });
    }),
    http.post("/api/brands/stores", async ({ request, response }) => {
      sent = (await request.json()).addresses;
      listed = sent.map((address, index) => ({ ...STORE, id: index + 1, site: String(address) }));
      return response(200).json({ message: "Listed" });
    }),
    http.get("/api/brands/stores", ({ response }) => response(200).json({ stores: listed, ...NIGHT })),
    http.post("/api/brands/stores/forget", async ({ request, response }) => {
      sent.push(...(await request.json()).ids);
      return response(200).json({ message: "Taken off" });
    }),
    http.post("/api/brands/stores/again", async ({ request, response }) => {
      sent.push(...(await request.json()).ids);
      return response(200).json({ message: "Looked at again" });
    }),
  );
});

const show = () => showScraper("brand=list");

async function paste(text: string) {
  await userEvent.click(screen.getByLabelText("Stores’ addresses, one on a line"));
  await userEvent.paste(text);
}

it("fifty stores are on the list with two presses, and what they start is shown before", async () => {
  show();
  await screen.findByRole("heading", { name: "Add stores" });
  await paste(
    [...Array.from({ length: 50 }, (_, at) => `shop-${at}.example`), "one.example", "nonsense"].join("\n"),
  );
  await userEvent.click(screen.getByRole("button", { name: "Check the list" }));
  await screen.findByText(/^50 stores \(1 once more\) will be looked at/);
  expect(
    screen.getByText(/every night between 00:00 and 05:00 \(Africa\/Johannesburg\)/),
  ).toBeInTheDocument();
  expect(screen.getByText("one.example is One already, which is in the archive.")).toBeInTheDocument();
  expect(screen.getByText(/No address, left out: nonsense\./)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Add 50 stores" }));
  await screen.findByText("51 stores: 51 to go, 0 added, 0 need a person");
  expect(sent).toHaveLength(51);
  expect(sent).not.toContain("nonsense");
  expect(screen.getByLabelText("Stores’ addresses, one on a line")).toHaveValue("");
});

it("a store that needs a person shows why and what to do, with its form filled in", async () => {
  const looked = {
    source: "catalogue",
    label: "Shopify’s catalogue",
    address: "https://karoo.example/products.json",
  };
  const place = {
    ...looked,
    state: "refused",
    products: 0,
    problem: "The store answers 430",
    proposed: false,
  };
  const why = {
    state: "needs",
    reason: "Shopify’s catalogue: The store answers 430",
    todo: "Ask the store",
  } as const;
  listed = [
    { ...STORE, ...why, sources: [place] },
    {
      ...STORE,
      id: 2,
      site: "added.example",
      state: "added",
      brandId: 9,
      brand: "Aloe",
      schedule: "At 02:13",
      source: "Product feed",
      products: 40,
    },
  ];
  show();
  const needs = within(await screen.findByRole("region", { name: "Needs a person 1" }));
  expect(needs.getByText(why.reason)).toBeInTheDocument();
  expect(needs.getByText("Ask the store.")).toBeInTheDocument();
  expect(needs.getByRole("link", { name: /Open the form ?karoo/ })).toHaveAttribute(
    "href",
    "/scraper?brand=new&store=1",
  );
  expect(needs.getByText("https://karoo.example/products.json")).toBeInTheDocument();
  await userEvent.click(needs.getByRole("button", { name: /Look again ?karoo/ }));
  expect(sent).toEqual([1]);
  const added = within(screen.getByRole("region", { name: "Added 1" }));
  expect(added.getByText("At 02:13")).toBeInTheDocument();
  expect(added.getByText("Product feed, 40 products")).toBeInTheDocument();
  expect(added.getByRole("link", { name: "Aloe" })).toHaveAttribute("href", "/scraper?brand=9");
});

it("a store is looked at from the address of a page of it", async () => {
  listed = [{ ...STORE, state: "needs", reason: "No list was found", todo: "Name a page" }];
  show();
  const field = await screen.findByLabelText(/Address of a page that lists the products of karoo/);
  const look = screen.getByRole("button", { name: /Look there/ });
  expect(look).toBeDisabled();
  await userEvent.type(field, "https://karoo.example/shop/all");
  await userEvent.click(look);
  expect(sent).toEqual(["https://karoo.example/shop/all"]);
});

it("stores that wait are taken off the list, all of them once that was confirmed", async () => {
  listed = [STORE, { ...STORE, id: 2, site: "fynbos.example" }, { ...STORE, id: 3, state: "looking" }];
  show();
  const waiting = within(await screen.findByRole("region", { name: "Being looked at 3" }));
  expect(waiting.getAllByRole("button", { name: /^Take off the list/ })).toHaveLength(2);
  await userEvent.click(waiting.getByRole("button", { name: /^Take all off the list/ }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Take 3 stores off" }));
  expect(sent).toEqual([1, 2, 3]);
});

it("what listing pages have is counted as the first page's", async () => {
  const place = { label: "Listing pages", address: "https://karoo.example/shop", state: "good" };
  const pages = { ...place, source: "pages", products: 24, problem: "", proposed: true };
  const added = { state: "added", brandId: 9, source: "Listing pages", products: 24 } as const;
  listed = [{ ...STORE, ...added, sources: [pages] }];
  show();
  expect(await screen.findByText("Listing pages, 24 products on the first page")).toBeInTheDocument();
});

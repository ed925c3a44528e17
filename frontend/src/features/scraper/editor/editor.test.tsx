import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { toasts } from "../../../lib/toasts";
import { http, server } from "../../../test/server";
import type { BrandField, BrandInput, BrandPageRow, BrandVersion } from "../../../lib/api/schema";
import { BRAND, showScraper } from "../../../test/operators";

const FIELDS: BrandField[] = [
  { name: "name", label: "Name", help: "Its name", type: "text", group: "store" },
  { name: "website", label: "Website", help: "Its home", type: "text", group: "store" },
  { name: "pages", label: "Pages", help: "Its pages", type: "pages", group: "page" },
  { name: "scrapeCron", label: "Scrape at (cron)", help: "When", type: "text", group: "schedule" },
  { name: "priceXPath", label: "Price", help: "Where the price is", type: "text", group: "card" },
];

// Of the row, what the form above reads.
const ROW = {
  id: 4,
  name: "Karoo Cotton",
  website: "https://karoo.example",
  pageId: 41,
  pageUrl: "https://karoo.example/all",
  scrapeCron: "",
  priceXPath: ".price",
} as BrandPageRow;

/** What was saved, and what the server then has. */
let saved: BrandInput[];
let row: BrandPageRow;
/** What the answer to a save waits for. */
let held: Promise<void>;

beforeEach(() => {
  [saved, row, held] = [[], ROW, Promise.resolve()];
  server.use(
    http.get("/api/countries", ({ response }) => response(200).json([])),
    http.get("/api/styles", ({ response }) => response(200).json([])),
    http.get("/api/product_categories", ({ response }) => response(200).json([])),
    http.get("/api/colors", ({ response }) => response(200).json([])),
    http.get("/api/brands/fields", ({ response }) => response(200).json(FIELDS)),
    http.get("/api/styles/getBrandStyles/{brand_id}", ({ response }) => response(200).json([])),
    http.post("/api/brands/add", async ({ request, response }) => {
      saved.push(await request.json());
      await held;
      return response(200).json({ id: 4, slug: "karoo-cotton", message: "Saved" });
    }),
    http.get("/api/brands/schedule", ({ request, response }) => {
      const cron = new URL(request.url).searchParams.get("cron");
      const message = "scrapeCron: must have five fields";
      if (cron === "30 3") return response("default").json({ message }, { status: 422 });
      const times = cron ? ["2026-01-01T03:30:00Z", "2026-01-08T03:30:00Z"] : [];
      return response(200).json({ words: cron ? "At 03:30" : "By hand", timeZone: "UTC", times });
    }),
    http.get("/api/brands/overview", ({ response }) => response(200).json([BRAND])),
    http.get("/api/brands/{brand_id}", ({ response }) => response(200).json([row])),
  );
});

async function show(query: string) {
  showScraper(query);
  await screen.findByLabelText(/^Name/);
}

const save = () => screen.getByRole("button", { name: "Save" });

async function retype(label: string | RegExp, words: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), words);
}

it("a new brand is added once by two clicks, and its next save edits it and its pages", async () => {
  await show("brand=new");
  await retype(/^Name/, "Karoo Cotton");
  await retype("Address of page 1", "https://karoo.example/all");
  await waitFor(() => expect(save()).toBeEnabled());
  let answer: () => void = () => undefined;
  held = new Promise((resolve) => (answer = resolve));
  save().click();
  await waitFor(() => expect(saved).toHaveLength(1));
  save().click();
  expect(save()).toBeDisabled();
  answer();
  expect(await screen.findByText("Brand id 4")).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText("Website")).toHaveValue(ROW.website));
  await retype("Price", ".other");
  await userEvent.click(save());
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved[0]).not.toHaveProperty("id");
  expect(saved[1]).toMatchObject({ id: 4, priceXPath: ".other", pages: [{ pageId: 41 }] });
});

it("a copy has a name, and pages, of its own", async () => {
  await show("brand=new&copy=4");
  expect(screen.getByLabelText(/^Name/)).toHaveValue("Karoo Cotton (copy)");
  await userEvent.click(save());
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ priceXPath: ".price", pages: [{ pageId: null, pageUrl: ROW.pageUrl }] });
});

it("a wrong field's own words are read out with it, and it is not saved", async () => {
  await show("brand=4");
  await retype("Website", "nowhere");
  expect(screen.getByLabelText("Website")).toHaveAccessibleDescription("Please enter a valid URL Its home");
  await retype("Website", ROW.website);
  await retype("Address of page 1", "nowhere");
  const page = screen.getByLabelText("Address of page 1");
  expect(page).toHaveAccessibleDescription("Please enter a valid URL");
  expect(save()).toBeDisabled();
});

it("every part of the form has a heading of its own", async () => {
  await show("brand=4");
  const parts = [...document.querySelectorAll("summary")].map((part) => part.textContent);
  expect(parts).toEqual(["Store", "Pages", "Schedule", "In a product’s card"]);
});

it("a schedule shows its next times, or what is wrong with it", async () => {
  await show("brand=4");
  expect(await screen.findByText("By hand")).toBeInTheDocument();
  await retype("Scrape at (cron)", "30 3");
  expect(await screen.findByText("scrapeCron: must have five fields")).toBeInTheDocument();
  await retype("Scrape at (cron)", "30 3 * * 4");
  expect(await screen.findByText("At 03:30")).toBeInTheDocument();
  expect(screen.getByText(/^Next: Thu.* · Thu/)).toBeInTheDocument();
});

it("an edit is listed with old and new values, and taken back after a question", async () => {
  const change = { field: "priceXPath", old: ".price", new: ".other" };
  const version: BrandVersion = {
    id: 2,
    author: "operator",
    action: "edited",
    restoredId: null,
    createdAt: "2026-01-01T10:00:00Z",
    changes: [change],
    restoring: [],
  };
  const first: BrandVersion = {
    ...version,
    id: 1,
    action: "before",
    author: "",
    changes: [],
    restoring: [change],
  };
  row = { ...ROW, priceXPath: ".other" };
  server.use(
    http.get("/api/brands/{brand_id}/versions", ({ response }) => response(200).json([version, first])),
    http.post("/api/brands/restore", async ({ request, response }) => {
      expect(await request.json()).toEqual({ versionId: 1 });
      row = ROW;
      return response(200).json({ id: 4, slug: "karoo-cotton", message: "Restored" });
    }),
  );
  await show("brand=4");
  await userEvent.click(screen.getByRole("button", { name: "Edits…" }));
  const dialog = within(await screen.findByRole("dialog"));
  const [newest] = await dialog.findAllByRole("listitem");
  expect(newest).toHaveTextContent("Edited by operator");
  expect([newest!.querySelector("del"), newest!.querySelector("ins")].map((one) => one?.textContent)).toEqual(
    [".price", ".other"],
  );
  await userEvent.click(dialog.getByRole("button", { name: "Restore…" }));
  await userEvent.click(dialog.getByRole("button", { name: "Restore this version" }));
  await waitFor(() => expect(screen.getByLabelText("Price")).toHaveValue(".price"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(toasts.get().at(-1)).toMatchObject({ text: "Restored", kind: "success" });
});

it("edits that are not saved are left after a question, and saved ones at once", async () => {
  await show("brand=4");
  await retype("Price", ".now");
  await userEvent.click(screen.getByRole("link", { name: "Back to the brands" }));
  expect(screen.getByRole("dialog", { name: "Leave without saving?" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Stay" }));
  expect(screen.getByLabelText("Price")).toHaveValue(".now");
  row = { ...ROW, priceXPath: ".now" };
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.click(save());
  await waitFor(() => expect(saved).toHaveLength(1));
  await waitFor(async () => {
    await userEvent.click(screen.getByRole("link", { name: "Back to the brands" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.queryByLabelText("Price")).not.toBeInTheDocument();
  });
});

it("a second brand of one website is saved only where it is meant", async () => {
  server.use(
    http.post("/api/brands/add", async ({ request, response }) => {
      const body = await request.json();
      saved.push(body);
      if (body.sameWebsite) return response(200).json({ id: 5, slug: "two", message: "Saved" });
      const refused = { reason: "same-website", message: "One (brand 1) has this website already" };
      return response.untyped(Response.json(refused, { status: 409 }));
    }),
  );
  await show("brand=4");
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.click(save());
  expect(await screen.findByText("One (brand 1) has this website already.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(saved).toHaveLength(1);
  await userEvent.click(save());
  await userEvent.click(await screen.findByRole("button", { name: "Save it all the same" }));
  await waitFor(() => expect(saved.at(-1)).toMatchObject({ sameWebsite: true }));
});

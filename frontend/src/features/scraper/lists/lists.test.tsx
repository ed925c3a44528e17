import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { OperatorActionRow, Synonym, TakeDown } from "../../../lib/api/schema";
import { http, server } from "../../../test/server";
import { showScraper } from "../../../test/operators";

let synonyms: Synonym[];
let takeDowns: TakeDown[];
let requested: string[];

const ACTION: OperatorActionRow = {
  id: 5,
  actor: "anna",
  action: "edited",
  kind: "brand",
  key: "3",
  subject: "Karoo Cotton",
  before: { priceXPath: ".now" },
  after: { priceXPath: ".was" },
  at: "2026-01-01T10:00:00Z",
};

const ADDED: OperatorActionRow = {
  ...ACTION,
  id: 4,
  action: "added",
  subject: "Veld",
  before: null,
  after: { name: "Veld", website: "https://veld.example", pages: [{ pageUrl: "https://veld.example/a" }] },
};
const PRICE = { name: "priceXPath", label: "Price", help: "", type: "text", group: "card" } as const;

beforeEach(() => {
  synonyms = [{ words: "smockie", means: "dress", addedBy: "anna", createdAt: "2026-01-01T10:00:00Z" }];
  takeDowns = [
    {
      id: 4,
      domain: "fakes.example",
      brandId: null,
      groupKey: null,
      reason: "Order 7",
      createdAt: "2026-01-01T10:00:00Z",
      product: "",
      productId: null,
      hides: 12,
    },
  ];
  requested = [];
  server.use(
    http.get("/api/insights/synonyms", ({ response }) => response(200).json(synonyms)),
    http.post("/api/insights/synonyms", async ({ request, response }) => {
      const sent = await request.json();
      synonyms = [{ ...sent, addedBy: "ben", createdAt: "2026-01-02T10:00:00Z" }];
      return response(200).json({ ...sent, href: "/" });
    }),
    http.post("/api/insights/synonyms/remove", ({ response }) => {
      synonyms = [];
      return response(200).json({ message: "Removed" });
    }),
    http.get("/api/takeDowns", ({ response }) => response(200).json(takeDowns)),
    http.delete("/api/takeDowns/{take_down_id}", ({ response }) => {
      takeDowns = [];
      return response(200).json({ message: "Ended" });
    }),
    http.get("/api/brands/fields", ({ response }) => response(200).json([PRICE])),
    http.get("/api/operators/actions", ({ request, response }) => {
      requested.push(new URL(request.url).search);
      const facets = { actors: ["anna", "ben"], actions: ["edited"], kinds: ["brand"], timeZone: "UTC" };
      return response(200).json({ rows: [ACTION, ADDED], total: 120, ...facets });
    }),
  );
});

it("a synonym is edited, removed, and put back as it was", async () => {
  showScraper("tab=synonyms");
  await userEvent.click(await screen.findByRole("button", { name: /^Edit/ }));
  const means = screen.getByLabelText("“smockie” is read as");
  expect(means).toHaveFocus();
  await userEvent.clear(means);
  await userEvent.type(means, "skirt");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("skirt")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: /^Remove/ }));
  expect(await screen.findByText("itself again (was “skirt”)")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: /^Put back/ }));
  expect(await screen.findByText("skirt")).toBeInTheDocument();
  expect(synonyms).toMatchObject([{ words: "smockie", means: "skirt" }]);
});

it("ending a take-down is confirmed with what it shows again, and can be undone", async () => {
  showScraper("tab=takedowns");
  await userEvent.click(await screen.findByRole("button", { name: /^End/ }));
  const dialog = within(screen.getByRole("dialog", { name: "End the take-down of fakes.example?" }));
  expect(dialog.getByText(/^12 products that it hides can be found again/)).toBeInTheDocument();
  expect(dialog.getByText("It was taken down for: Order 7")).toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "End it" }));
  expect(await screen.findByText("shown again")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /^Hide again/ })).toBeInTheDocument();
});

it("who did what shows what was before and after, and its filters and page are in the address", async () => {
  showScraper("tab=changes&actor=anna&page=2");
  const row = (await screen.findByRole("link", { name: "Karoo Cotton" })).closest("tr");
  expect(row).toHaveTextContent(/anna.*edited Karoo Cotton/);
  await waitFor(() => expect(row).toHaveTextContent("Pricefrom"));
  const added = screen.getByRole("link", { name: "Veld" }).closest("tr");
  expect(added).toHaveTextContent("https://veld.example, with pages");
  expect(row).toHaveTextContent(/from \.now.*to \.was/);
  expect(requested.at(-1)).toBe("?page=2&actor=anna");
  expect(screen.getByText("Page 2 of 3")).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText("Who"), "ben");
  expect(requested.at(-1)).toBe("?page=1&actor=ben");
});

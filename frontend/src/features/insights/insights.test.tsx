import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it } from "vitest";
import type { InsightPanel } from "../../lib/api/schema";
import { http, server } from "../../testServer";
import InsightsPage from "./InsightsPage";

const PANEL: InsightPanel = {
  id: "zero-results",
  dashboard: "searches",
  title: "Searches without results",
  question: "What do people miss?",
  chart: "table",
  by: "query",
  measures: [{ label: "Searches", unit: "number" }],
  timed: true,
  leadsTo: "stores",
  action: "synonym",
};
const CLICKS: InsightPanel = { ...PANEL, id: "clicks", dashboard: "stores", title: "Clicks", leadsTo: null };

/** The selections of all panels, as the page asked them. */
let asked: string[];

beforeEach(() => {
  asked = [];
  server.use(
    http.get("/api/scraper/getProcesses", ({ response }) => response(200).json([])),
    http.get("/api/insights/panels", ({ response }) =>
      response(200).json({
        dashboards: [
          { id: "searches", title: "Searches" },
          { id: "stores", title: "Stores" },
        ],
        panels: [PANEL, CLICKS],
        stores: [{ slug: "karoo-cotton", name: "Karoo Cotton" }],
        waiting: 2,
      }),
    ),
    http.get("/api/insights/panels/{panel_id}", ({ params, request, response }) => {
      const { search } = new URL(request.url);
      asked.push(`${params.panel_id}${search}`);
      const href = "/?q=frock+coat";
      return response(200).json({ rows: [{ key: search, label: "frock coat", href, values: [4] }] });
    }),
  );
});

function show() {
  render(
    <MemoryRouter initialEntries={["/insights"]}>
      <InsightsPage />
    </MemoryRouter>,
  );
}

it("another time and store are asked for, and go on with a link to another dashboard", async () => {
  show();
  await screen.findByText("2 events not counted yet.");
  await userEvent.selectOptions(screen.getByLabelText("Time"), "Last 30 days");
  await userEvent.selectOptions(screen.getByLabelText("Store"), "Karoo Cotton");
  const chosen = "?since=now-30d&store=karoo-cotton";
  await waitFor(() => expect(asked.at(-1)).toBe(`zero-results${chosen}`));
  await userEvent.click(screen.getByRole("button", { name: /^Go to Stores/ }));
  await waitFor(() => expect(asked.at(-1)).toBe(`clicks${chosen}`));
});

it("a search without results leads to itself, and a refused synonym says why", async () => {
  server.use(
    http.post("/api/insights/synonyms", ({ response }) =>
      response("default").json({ message: "“dress” is read already" }, { status: 422 }),
    ),
  );
  show();
  const link = await screen.findByRole("link", { name: "frock coat" });
  expect(link).toHaveAttribute("href", "/?q=frock+coat");
  await userEvent.click(screen.getByRole("button", { name: /^Add synonym/ }));
  await userEvent.type(screen.getByLabelText("“frock coat” means"), "dress{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("“dress” is read already");
});

it("a synonym is added from the table, and tried at once", async () => {
  server.use(
    http.post("/api/insights/synonyms", async ({ request, response }) => {
      expect(await request.json()).toEqual({ words: "frock coat", means: "dress" });
      return response(200).json({ words: "frock coat", means: "dress", href: "/?q=frock+coat" });
    }),
  );
  show();
  await userEvent.click(await screen.findByRole("button", { name: /^Add synonym/ }));
  await userEvent.keyboard("dress{Enter}"); // typing goes on in the form that opened
  const way = await screen.findByRole("link", { name: "Try “frock coat”" });
  expect(way).toHaveAttribute("href", "/?q=frock+coat");
});

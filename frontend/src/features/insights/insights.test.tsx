import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it } from "vitest";
import type { InsightPanel, InsightPanels } from "../../lib/api/schema";
import { http, server } from "../../test/server";
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
  ofVisitors: true,
  leadsTo: "stores",
  action: "synonym",
};
const CLICKS: InsightPanel = { ...PANEL, id: "clicks", dashboard: "stores", title: "Clicks", leadsTo: null };

const COUNTRIES = [{ id: 1, nicename: "Namibia", iso: "NA" }];

/** The selections of all panels, as the page sent them. */
let requested: string[];

const SEARCHES = { id: "searches" as const, title: "Searches" };
const NOTHING = { dashboards: [SEARCHES], panels: [], stores: [], devices: [], waiting: 0, madeUp: 0 };

function serve(given: Partial<InsightPanels>) {
  const insights = { ...NOTHING, ...given };
  server.use(http.get("/api/insights/panels", ({ response }) => response(200).json(insights)));
}

beforeEach(() => {
  requested = [];
  serve({
    dashboards: [SEARCHES, { id: "stores", title: "Stores" }],
    panels: [PANEL, CLICKS],
    stores: [{ slug: "karoo-cotton", name: "Karoo Cotton" }],
    devices: ["phone", "tablet", "desktop"],
    waiting: 2,
    madeUp: 1200,
  });
  server.use(
    http.get("/api/countries", ({ response }) => response(200).json(COUNTRIES)),
    http.get("/api/insights/panels/{panel_id}", ({ params, request, response }) => {
      const { search } = new URL(request.url);
      requested.push(`${params.panel_id}${search}`);
      const href = "/?q=frock+coat";
      return response(200).json({
        rows: [{ key: search, label: "frock coat", href, values: [4], before: null }],
      });
    }),
  );
});

function show(search = "") {
  render(
    <MemoryRouter initialEntries={[`/insights${search}`]}>
      <InsightsPage />
    </MemoryRouter>,
  );
}

it("another time and store are requested for, and go on with a link to another dashboard", async () => {
  show();
  await screen.findByText("2 events not counted yet.");
  await userEvent.selectOptions(screen.getByLabelText("Time"), "Last 30 days");
  await userEvent.selectOptions(screen.getByLabelText("Store"), "Karoo Cotton");
  const chosen = "?since=now-30d&store=karoo-cotton";
  await waitFor(() => expect(requested.at(-1)).toBe(`zero-results${chosen}`));
  await userEvent.click(screen.getByRole("button", { name: /^Go to Stores/ }));
  await waitFor(() => expect(requested.at(-1)).toBe(`clicks${chosen}`));
});

it("a chart is drawn, and is a table on request", async () => {
  serve({ panels: [{ ...PANEL, chart: "bars" }] });
  show();
  expect(await screen.findByRole("img", { name: /without results: a chart of 1 rows/ })).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /^Table/ }));
  expect(screen.getByRole("row", { name: /frock coat/ })).toBeVisible();
});

it("a search without results leads to itself, and gets a synonym, which is tried at once", async () => {
  let isRefused = true;
  server.use(
    http.post("/api/insights/synonyms", async ({ request, response }) => {
      expect(await request.json()).toEqual({ words: "frock coat", means: "dress" });
      return isRefused
        ? response("default").json({ message: "“dress” is read already" }, { status: 422 })
        : response(200).json({ words: "frock coat", means: "dress", href: "/?q=frock+coat" });
    }),
  );
  show();
  const link = await screen.findByRole("link", { name: "frock coat" });
  expect(link).toHaveAttribute("href", "/?q=frock+coat");
  await userEvent.click(screen.getByRole("button", { name: /^Add synonym/ }));
  await userEvent.keyboard("dress{Enter}"); // typing goes on in the form that opened
  expect(await screen.findByRole("alert")).toHaveTextContent("“dress” is read already");
  isRefused = false;
  await userEvent.keyboard("{Enter}");
  const way = await screen.findByRole("link", { name: "Try “frock coat”" });
  expect(way).toHaveAttribute("href", "/?q=frock+coat");
});

it("visitors, own dates, the time before and made-up events are chosen, and stand in the address", async () => {
  show("?real=1");
  await userEvent.selectOptions(await screen.findByLabelText("Device"), "Phones");
  await screen.findByRole("option", { name: "Namibia" });
  await userEvent.selectOptions(screen.getByLabelText("Country"), "Namibia");
  expect(screen.queryByText(/made-up events of/)).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { name: "Made-up events" }));
  expect(screen.getByText(/1,200 made-up events of/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("checkbox", { name: "The period before" }));
  await userEvent.selectOptions(screen.getByLabelText("Time"), "Own dates…");
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-03-01" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-03-31" } });
  const chosen = "?since=2026-03-01&until=2026-03-31&device=phone&country=NA&before=true";
  await waitFor(() => expect(requested.at(-1)).toBe(`zero-results${chosen}`));
});

it("a number stands beside the one before, and its change", async () => {
  const metric: InsightPanel = { ...PANEL, id: "searches", chart: "metric", by: null };
  serve({ panels: [metric] });
  server.use(
    http.get("/api/insights/panels/{panel_id}", ({ response }) =>
      response(200).json({ rows: [{ key: null, label: "", href: null, values: [50], before: [40] }] }),
    ),
  );
  show("?before=1");
  expect(await screen.findByText("40 before (+25%)")).toBeInTheDocument();
  expect(screen.queryByLabelText("Made-up events")).toBeNull();
});

it("a text of a table has a page of its own, with what its visitors did next", async () => {
  serve({
    dashboards: [SEARCHES, { id: "text", title: "One text" }],
    panels: [{ ...PANEL, leadsTo: "text" }],
  });
  server.use(
    http.get("/api/insights/next", ({ request, response }) => {
      expect(new URL(request.url).search).toBe("?text=frock%20coat&since=now-30d");
      const click = { kind: "click" as const, label: "Long coat", href: "/product/long-coat-7", count: 3 };
      const none = { kind: "nothing" as const, label: "", href: null, count: 1 };
      return response(200).json({ searches: 4, steps: [click, none] });
    }),
  );
  show("?since=now-30d");
  await userEvent.click(await screen.findByRole("link", { name: /^About it/ }));
  expect(await screen.findByRole("link", { name: "Went to Long coat" })).toHaveAttribute(
    "href",
    "/product/long-coat-7",
  );
  expect(screen.getByRole("row", { name: /Went to Long coat 3 75%/ })).toBeInTheDocument();
  expect(screen.getByRole("row", { name: /Nothing more within half an hour 1 25%/ })).toBeInTheDocument();
  expect(screen.getByLabelText("Text that was searched")).toHaveValue("frock coat");
  await userEvent.clear(screen.getByLabelText("Text that was searched"));
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText(/Type a text, or choose one/)).toBeInTheDocument();
});

import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { toasts } from "../../../lib/toasts";
import { http, posted, server } from "../../../test/server";
import type { HistoryRecord } from "../../../lib/api/schema";
import { RUN, showScraper } from "../../../test/operators";
import { RunReport } from "./HistoryDetail";

const SUSPECT: HistoryRecord = { ...RUN, id: 9, result: "suspect", acceptable: true };
/** The queries of the history, as the page sent them. */
let requested: URLSearchParams[];
let runs: HistoryRecord[];
let total: number;

beforeEach(() => {
  [requested, runs, total] = [[], [RUN], 1];
  const history = http.get("/api/scraper/getHistory", ({ request, response }) => {
    requested.push(new URL(request.url).searchParams);
    return response(200).json(runs, { headers: { "X-Total-Count": String(total) } });
  });
  server.use(history);
});

const show = () => showScraper("tab=history");

const click = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const compare = async (id: number) => userEvent.click(await screen.findByLabelText(`Compare run ${id}`));
const choose = async (label: string, value: string) =>
  userEvent.selectOptions(await screen.findByLabelText(label), value);

it("a run has its columns and counts, each named for a phone's card", async () => {
  show();
  const table = await screen.findByRole("table");
  const heads = within(table)
    .getAllByRole("columnheader")
    .map((head) => head.textContent);
  const counts = "new 2, deleted 1, found img 3, found grp 4, changed 21, gone 22, rejected 23";
  expect(heads).toEqual(expect.arrayContaining(["brandId", "brand", "logfile", "result", "actions"]));
  for (const count of counts.split(", ")) {
    const [, name, value] = /(.+) (\d+)/.exec(count)!;
    expect(heads).toContain(name);
    expect(table.querySelector(`td[data-label="${name}"]`)).toHaveTextContent(value!);
  }
});

it("a filter goes back to the first page and ends the choice to compare", async () => {
  total = 120;
  show();
  await click("Older");
  await waitFor(() => expect(requested.at(-1)?.get("page")).toBe("2"));
  await compare(7);
  expect(screen.getByRole("button", { name: "Compare" })).toBeDisabled();
  runs = [];
  await choose("Result", "failed");
  expect(await screen.findByText("No runs match these filters.")).toBeInTheDocument();
  expect(Object.fromEntries(requested.at(-1)!)).toMatchObject({ page: "1", result: "failed" });
  expect(screen.queryByRole("button", { name: "Compare" })).toBeNull();
});

it("runs are looked for by kind and by the days they began, failing brands first", async () => {
  show();
  await userEvent.click(await screen.findByLabelText("Failing brands first"));
  await choose("Kind", "imported");
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-01-01" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-01-31" } });
  const chosen = { order: "failing", kind: "import", since: "2026-01-01", until: "2026-01-31", page: "1" };
  await waitFor(() => expect(Object.fromEntries(requested.at(-1)!)).toMatchObject(chosen));
});

it("the older of two runs is compared with the newer, whichever was chosen first", async () => {
  runs = [{ ...RUN, id: 8 }, RUN];
  const product = { productId: 1, href: null, image: null, currency: "ZAR", soldOut: false, name: "Tote" };
  const before = { price: 99, priceKnown: true, soldOut: false, name: "Tote", href: null };
  const address = "https://k.example/feed.xml?a=1";
  const origin = `feed ${address} › row id 1, column price “R 77”`;
  const changed = [
    { ...product, price: 77, before, after: { ...before, price: 77 }, priceWords: "22% less", origin },
  ];
  const comparison = http.get("/api/scraper/compareRuns", ({ request, response }) => {
    expect(new URL(request.url).search).toBe("?from=7&to=8");
    const [to, from] = runs as [HistoryRecord, HistoryRecord];
    return response(200).json({ from, to, new: [], gone: [], changed, counts: { changed: 1 }, byField: [] });
  });
  server.use(comparison);
  show();
  await compare(8);
  await compare(7);
  await click("Compare");
  expect(await screen.findByText("R 99 → R 77 (22% less)")).toBeInTheDocument();
  const shown = screen.getByText(/^Price read from feed/);
  expect(shown).toHaveTextContent(origin);
  expect(within(shown).getByRole("link")).toHaveAttribute("href", address);
});

it("a log that is not kept is named as such without a Retry", async () => {
  const message = "The log of run 7 is not kept any more";
  server.use(
    http.get("/api/scraper/getHistoryLog/{run_id}", ({ response }) =>
      response("default").json({ message }, { status: 404 }),
    ),
    http.get("/api/scraper/download/{name}", ({ response }) =>
      response("default").json({ message: "There is no such file" }, { status: 404 }),
    ),
  );
  show();
  await click("View logs");
  expect(await screen.findByText(message)).toHaveAttribute("role", "status");
  expect(screen.queryByRole("button", { name: /retry|try again/i })).toBeNull();
  await click("Download");
  await waitFor(() =>
    expect(toasts.get().at(-1)).toMatchObject({ text: "There is no such file", kind: "error" }),
  );
});

it("a run's images are four grids of links", async () => {
  const image = {
    href: "https://k.example/1",
    bucketLocation: "/media/1.jpg",
    url: "u",
    name: "Tote",
    productId: 1,
  };
  server.use(
    http.get("/api/scraper/getHistoryLog/{run_id}", ({ response }) => response(200).text("a line")),
    http.get("/api/scraper/getHistoryImages/{run_id}", ({ response }) =>
      response(200).json({ newImages: [image], deletedImages: [], foundImages: [], foundGroups: [] }),
    ),
  );
  show();
  await click("View logs");
  await userEvent.click(await screen.findByRole("tab", { name: "Images" }));
  expect(await screen.findByRole("link", { name: /Tote/ })).toHaveAttribute("href", image.href);
  const titles = screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
  expect(titles.map((title) => title.replace(/ ?\d+$/, ""))).toEqual([
    "New images",
    "Deleted images",
    "Found images",
    "Found groups",
  ]);
});

it("a run is started again as it was, or only its failed pages", async () => {
  const failed = { pageUrl: "https://k.example/a", reason: "Too slow", screenshotName: null, htmlName: null };
  const forbidden = { ...RUN, id: 8, failedPages: [failed] };
  runs = [{ ...RUN, failedPages: [failed], limitedTo: 1, canAskAgain: true }, forbidden];
  server.use(
    http.post("/api/scraper/start", ({ response }) => response(200).text("All started")),
    http.post("/api/scraper/startFailedPages", ({ response }) =>
      response(200).text("Scrape of 1 page started"),
    ),
  );
  show();
  expect(await screen.findByText("read and classified, 1 page only")).toBeInTheDocument();
  const [again] = screen.getAllByRole("button", { name: "Start again" });
  await userEvent.click(again!);
  await waitFor(() => expect(toasts.get().at(-1)).toMatchObject({ text: "All started" }));
  expect(posted("/api/scraper/start")).toEqual([{ brandId: "3" }]);
  await click("Failed pages only");
  await waitFor(() => expect(toasts.get().at(-1)).toMatchObject({ text: "Scrape of 1 page started" }));
  expect(posted("/api/scraper/startFailedPages")).toEqual([{ runId: 7 }]);
});

it("a suspect run leads to its decision, one that was followed to what it read", async () => {
  // A published run may have held first prices back.
  runs = [
    SUSPECT,
    { ...SUSPECT, id: 8, acceptable: false },
    { ...RUN, id: 7, result: "success", acceptable: true },
  ];
  show();
  const decide = await screen.findAllByRole("link", { name: "Decide" });
  expect(decide.map((link) => link.getAttribute("href"))).toEqual(["/scraper?run=9", "/scraper?run=7"]);
  expect(screen.getByRole("link", { name: "Look" })).toHaveAttribute("href", "/scraper?run=8");
});

it.each([
  [{ source: "feed" }, "Read from its feed"],
  [{ kind: "check", source: "pages" }, "Check by its listing pages: nothing of it is published"],
] as const)("a run shows which source it read: %o", (run, words) => {
  render(<RunReport record={{ ...RUN, ...run }} />);
  expect(screen.getByText(words)).toBeInTheDocument();
});

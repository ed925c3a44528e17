import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Process, Session } from "../../lib/api/schema";
import { toasts } from "../../lib/toasts";
import { http, posted, server } from "../../test/server";
import { showScraper } from "../../test/operators";

const ANNA: Session = { name: "anna", isOpen: false, timeZone: "Africa/Johannesburg" };

const PROCESS: Process = {
  pid: 41,
  cmd: "scrape Karoo Cotton scrape/status/karoo-cotton-41.log",
  state: "running",
  kind: "scrape",
  source: "pages",
  brandId: 1,
  brand: "Karoo Cotton",
  startTime: null,
  elapsedSeconds: 0,
  changedCount: 0,
  goneCount: 0,
  rejectedCount: 0,
  foundCount: 12,
  newCount: 0,
  pagesDone: 1,
  pagesTotal: 4,
  stopRequested: false,
};

const token = () => sessionStorage.getItem("operatorToken");

let running: Process[];
/** How often the processes were requested, the history and a status. */
const requests = { processes: 0, history: 0, status: 0 };

beforeEach(() => {
  running = [];
  Object.assign(requests, { processes: 0, history: 0, status: 0 });
  server.use(
    http.get("/api/scraper/getProcesses", ({ response }) => {
      requests.processes += 1;
      return response(200).json(running);
    }),
    http.get("/api/scraper/getHistory", ({ response }) => {
      requests.history += 1;
      return response(200).json([]);
    }),
    http.post("/api/scraper/getStatus", ({ response }) => {
      requests.status += 1;
      return response(200).text("page 1");
    }),
    http.post("/api/scraper/startOnlyScrape", ({ response }) =>
      response(200).text("Scrape of Karoo Cotton started"),
    ),
    http.post("/api/scraper/stopAll", ({ response }) => response(200).text("2 processes are being stopped")),
    http.post("/api/scraper/stop", ({ response }) => response(200).text("Process 41 is being stopped")),
    http.get("/api/brands/starting", ({ response }) => response(200).json(STARTING)),
    http.post("/api/scraper/startAll", ({ response }) =>
      response("default").json({ message: "Runs already" }, { status: 409 }),
    ),
  );
});
afterEach(() => vi.useRealTimers());

async function renderRunning() {
  running = [PROCESS];
  const page = showScraper();
  await screen.findByText("Karoo Cotton");
  return page;
}

/** Lets in whoever has the token. */
function requireToken(secret: string) {
  server.use(
    http.get("/api/operator/session", ({ request, response }) => {
      if (request.headers.get("Authorization") === `Bearer ${secret}`) return response(200).json(ANNA);
      return response(401).json({ code: 401, status: "Unauthorized", message: "Operators only" });
    }),
  );
}

it("the token is required when the server refuses, kept for the tab, and forgotten at the way out", async () => {
  requireToken("secret");
  showScraper();
  await userEvent.type(await screen.findByLabelText("Operator token"), "wrong{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("The server did not accept that token.");
  await userEvent.clear(screen.getByLabelText("Operator token"));
  await userEvent.type(screen.getByLabelText("Operator token"), "secret{Enter}");
  expect(await screen.findByText("Nothing is running.")).toBeInTheDocument();
  expect(token()).toBe("secret");
  expect(localStorage).toHaveLength(0);
  expect(screen.getByText("Logged in as anna")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Log out" }));
  expect(await screen.findByLabelText("Operator token")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(token()).toBeNull();
});

it("a machine's own operator sees the menu and the zone, and no way out of what has no door", async () => {
  server.use(
    http.get("/api/operator/session", ({ response }) => response(200).json({ ...ANNA, isOpen: true })),
  );
  await renderRunning();
  const menu = within(screen.getByRole("navigation", { name: "Operators" }));
  expect(menu.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/scraper",
    "/insights",
    "/review",
  ]);
  expect(menu.getByRole("link", { current: "page" })).toHaveTextContent("Scraper");
  expect(screen.getByText("Times in Africa/Johannesburg")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Log out" })).toBeNull();
});

it("an outage is no refusal", async () => {
  server.use(
    http.get("/api/operator/session", ({ response }) =>
      response(503).json({ code: 503, status: "Service Unavailable", message: "Try again" }),
    ),
  );
  showScraper();
  expect(await screen.findByRole("alert")).toHaveTextContent("Try again");
  expect(screen.queryByLabelText("Operator token")).toBeNull();
});

it("the brand id is sent as typed, and the answer is a toast", async () => {
  await renderRunning();
  await userEvent.type(screen.getByLabelText("Brand id"), "x1");
  await userEvent.click(screen.getByRole("button", { name: "Start only scrape" }));
  const toast = { text: "Scrape of Karoo Cotton started", kind: "success" };
  await waitFor(() => expect(toasts.get().at(-1)).toMatchObject(toast));
  expect(posted("/api/scraper/startOnlyScrape")).toEqual([{ brandId: "x1" }]);
});

const STARTING = { ready: 1, running: 1, withoutAddress: 1, disabled: 1 };

/** Presses Start all, and then the question that follows. */
async function confirmStartAll() {
  await userEvent.click(screen.getByRole("button", { name: "Start all" }));
  const dialog = within(screen.getByRole("dialog", { name: "Start all?" }));
  await waitFor(() => expect(dialog.getByRole("button", { name: "Start all" })).toBeEnabled());
  expect(dialog.getByText(/^1 run starts/)).toBeInTheDocument();
  const left = "Left out: 1 running already, 1 without an address to read, 1 disabled.";
  expect(dialog.getByText(left)).toBeInTheDocument();
  expect(posted("/api/scraper/startAll")).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Start all" }));
}

it("a refused start is an error toast", async () => {
  await renderRunning();
  await confirmStartAll();
  const toast = { text: "Runs already", kind: "error" };
  await waitFor(() => expect(toasts.get().at(-1)).toMatchObject(toast));
});

it("an expanded process is polled once a second after each answer, until Stop poll", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderRunning();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  fireEvent.click(screen.getByRole("button", { name: "View logs" }));
  await pass(0);
  const before = requests.status;
  expect(screen.getByLabelText("Status")).toHaveTextContent("page 1");
  await pass(1000);
  expect(requests.status).toBe(before + 1);
  fireEvent.click(screen.getByRole("button", { name: "Stop poll" }));
  expect(screen.getByRole("button", { name: "Stop poll" })).toBeDisabled();
  await pass(5000);
  expect(requests.status).toBe(before + 1);
  fireEvent.click(screen.getByRole("button", { name: "Hide logs" }));
  fireEvent.click(screen.getByRole("button", { name: "View logs" }));
  await pass(3000);
  expect(requests.status).toBeGreaterThan(before + 1);
});

it("everything that runs is stopped once that is confirmed, and one process without a question", async () => {
  running = [PROCESS, { ...PROCESS, pid: 42, brand: "Veld" }];
  showScraper();
  await userEvent.click(await screen.findByRole("button", { name: "Stop all…" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(screen.getByRole("button", { name: "Stop all…" }));
  expect(posted("/api/scraper/stopAll")).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Stop all 2 processes" }));
  const answered = (text: string) =>
    waitFor(() => expect(toasts.get().at(-1)).toMatchObject({ text, kind: "success" }));
  await answered("2 processes are being stopped");
  await userEvent.click((await screen.findAllByRole("button", { name: "Stop process" }))[0]!);
  await answered("Process 41 is being stopped");
  expect(posted("/api/scraper/stop")).toEqual([{ pid: 41 }]);
});

it("a process that ends while it is read stays, marked as ended", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderRunning();
  fireEvent.click(screen.getByRole("button", { name: "View logs" }));
  running = [];
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(screen.getByText("ended")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Its history" })).toHaveAttribute(
    "href",
    "/scraper?tab=history&brandId=1",
  );
  const before = requests.status;
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(requests.status).toBe(before); // its last lines were requested
  expect(screen.getByRole("button", { name: "Stop process" })).toBeDisabled();
});

it("a reload of the lists closes their rows, which ends the polls, and requests them anew", async () => {
  await renderRunning();
  fireEvent.click(screen.getByRole("button", { name: "View logs" }));
  expect(await screen.findByLabelText("Status")).toBeInTheDocument();
  const before = requests.processes;
  fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(screen.queryByLabelText("Status")).toBeNull();
  await waitFor(() => expect(requests.processes).toBeGreaterThan(before));
});

it("the tabs move with the arrow keys", async () => {
  await renderRunning();
  screen.getByRole("tab", { name: "Processes" }).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByRole("tab", { name: "History" })).toHaveFocus();
  expect(await screen.findByText("No runs yet.")).toBeInTheDocument();
});

import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../lib/api/client";
import { operatorToken } from "../../lib/api/operator/token";
import { currentToasts } from "../../lib/toasts";
import { http, server } from "../../testServer";
import * as brands from "./api/brands";
import * as processes from "./api/processes";
import * as runs from "./api/runs";
import { fetchProcesses } from "../../lib/api/operator/processes";
import { HEALTH } from "./examples";
import ScraperPage from "./ScraperPage";
import type { Process, Session } from "./api/wire";

vi.mock("../../lib/api/operator/processes", { spy: true });
vi.mock("./api/brands", { spy: true });
vi.mock("./api/processes", { spy: true });
vi.mock("./api/runs", { spy: true });

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

beforeEach(() => server.use(http.get("/api/health", ({ response }) => response(200).json(HEALTH))));
afterEach(() => vi.useRealTimers());

function renderPage() {
  return render(
    <MemoryRouter initialEntries={["/scraper"]}>
      <ScraperPage />
    </MemoryRouter>,
  );
}

async function renderRunning() {
  vi.mocked(fetchProcesses).mockResolvedValue([PROCESS]);
  vi.mocked(processes.fetchStatus).mockResolvedValue("page 1");
  const page = renderPage();
  await screen.findByText("Karoo Cotton");
  return page;
}

/** Lets in whoever has the token. */
function askFor(token: string) {
  server.use(
    http.get("/api/operator/session", ({ request, response }) => {
      if (request.headers.get("Authorization") === `Bearer ${token}`) return response(200).json(ANNA);
      return response(401).json({ code: 401, status: "Unauthorized", message: "Operators only" });
    }),
  );
}

it("the token is asked for when the server refuses, kept for the tab, and forgotten at the way out", async () => {
  askFor("secret");
  vi.mocked(fetchProcesses).mockResolvedValue([]);
  renderPage();
  await userEvent.type(await screen.findByLabelText("Operator token"), "wrong{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("The server did not accept that token.");
  await userEvent.clear(screen.getByLabelText("Operator token"));
  await userEvent.type(screen.getByLabelText("Operator token"), "secret{Enter}");
  expect(await screen.findByText("Nothing is running.")).toBeInTheDocument();
  expect(operatorToken()).toBe("secret");
  expect(localStorage).toHaveLength(0);
  expect(screen.getByText("Logged in as anna")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Log out" }));
  expect(await screen.findByLabelText("Operator token")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(operatorToken()).toBe("");
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
  renderPage();
  expect(await screen.findByRole("alert")).toHaveTextContent("Try again");
  expect(screen.queryByLabelText("Operator token")).toBeNull();
});

it("there are five ways to start, a refresh, and the processes first", async () => {
  await renderRunning();
  const all = ["Start all", "Start only classification for all"];
  for (const name of ["Start", "Start only scrape", "Start only classification", ...all, "Refresh"]) {
    expect(screen.getByRole("button", { name })).toBeEnabled();
  }
  expect(screen.getByRole("tab", { selected: true })).toHaveTextContent("Processes");
});

it("the brand id is sent as typed, and the answer is a toast", async () => {
  await renderRunning();
  vi.mocked(runs.startBrand).mockResolvedValue("Scrape of Karoo Cotton started");
  await userEvent.type(screen.getByLabelText("Brand id"), "x1");
  await userEvent.click(screen.getByRole("button", { name: "Start only scrape" }));
  expect(runs.startBrand).toHaveBeenCalledWith("startOnlyScrape", "x1");
  const toast = { text: "Scrape of Karoo Cotton started", kind: "success" };
  await waitFor(() => expect(currentToasts().at(-1)).toMatchObject(toast));
});

const STARTING = { ready: 1, running: 1, withoutAddress: 1, disabled: 1 };

/** Presses Start all, and then what it asks for. */
async function confirmStartAll() {
  vi.mocked(brands.fetchStarting).mockResolvedValue(STARTING);
  await userEvent.click(screen.getByRole("button", { name: "Start all" }));
  const dialog = within(screen.getByRole("dialog", { name: "Start all?" }));
  await waitFor(() => expect(dialog.getByRole("button", { name: "Start all" })).toBeEnabled());
  expect(dialog.getByText(/^1 run starts/)).toBeInTheDocument();
  const left = "Left out: 1 running already, 1 without an address to read, 1 disabled.";
  expect(dialog.getByText(left)).toBeInTheDocument();
  expect(runs.startForAll).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole("button", { name: "Start all" }));
}

it("a refused start is an error toast", async () => {
  await renderRunning();
  vi.mocked(runs.startForAll).mockRejectedValue(new ApiError(409, "Runs already"));
  await confirmStartAll();
  const toast = { text: "Runs already", kind: "error" };
  await waitFor(() => expect(currentToasts().at(-1)).toMatchObject(toast));
});

it("an expanded process asks once a second after each answer, until Stop poll", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderRunning();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  fireEvent.click(screen.getByRole("button", { name: "View logs" }));
  await pass(0);
  const asked = vi.mocked(processes.fetchStatus).mock.calls.length;
  expect(screen.getByLabelText("Status")).toHaveTextContent("page 1");
  await pass(1000);
  expect(processes.fetchStatus).toHaveBeenCalledTimes(asked + 1);
  fireEvent.click(screen.getByRole("button", { name: "Stop poll" }));
  expect(screen.getByRole("button", { name: "Stop poll" })).toBeDisabled();
  await pass(5000);
  expect(processes.fetchStatus).toHaveBeenCalledTimes(asked + 1);
  fireEvent.click(screen.getByRole("button", { name: "Hide logs" }));
  fireEvent.click(screen.getByRole("button", { name: "View logs" }));
  await pass(3000);
  expect(vi.mocked(processes.fetchStatus).mock.calls.length).toBeGreaterThan(asked + 1);
});

it("leaving the page ends the poll", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { unmount } = await renderRunning();
  fireEvent.click(screen.getByRole("button", { name: "View logs" }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  unmount();
  const asked = vi.mocked(processes.fetchStatus).mock.calls.length;
  await vi.advanceTimersByTimeAsync(5000);
  expect(processes.fetchStatus).toHaveBeenCalledTimes(asked);
});

it("everything that runs is stopped once that is confirmed, and one process without a question", async () => {
  vi.mocked(processes.stopAll).mockResolvedValue("2 processes are being stopped");
  vi.mocked(processes.stopProcess).mockResolvedValue("Process 41 is being stopped");
  vi.mocked(fetchProcesses).mockResolvedValue([PROCESS, { ...PROCESS, pid: 42, brand: "Veld" }]);
  renderPage();
  await userEvent.click(await screen.findByRole("button", { name: "Stop all…" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(screen.getByRole("button", { name: "Stop all…" }));
  expect(processes.stopAll).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Stop all 2 processes" }));
  const told = (text: string) =>
    waitFor(() => expect(currentToasts().at(-1)).toMatchObject({ text, kind: "success" }));
  await told("2 processes are being stopped");
  await userEvent.click((await screen.findAllByRole("button", { name: "Stop process" }))[0]!);
  expect(processes.stopProcess).toHaveBeenCalledWith(41);
  await told("Process 41 is being stopped");
});

it("a process that ends while it is read stays, marked as ended", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderRunning();
  fireEvent.click(screen.getByRole("button", { name: "View logs" }));
  vi.mocked(fetchProcesses).mockResolvedValue([]);
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(screen.getByText("ended")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Its history" })).toHaveAttribute(
    "href",
    "/scraper?tab=history&brandId=1",
  );
  const asked = vi.mocked(processes.fetchStatus).mock.calls.length;
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(processes.fetchStatus).toHaveBeenCalledTimes(asked); // its last lines were asked for
  expect(screen.getByRole("button", { name: "Stop process" })).toBeDisabled();
});

it("a reload of the lists closes their rows, which ends the polls, and asks anew", async () => {
  await renderRunning();
  fireEvent.click(screen.getByRole("button", { name: "View logs" }));
  expect(await screen.findByLabelText("Status")).toBeInTheDocument();
  const asked = vi.mocked(fetchProcesses).mock.calls.length;
  fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(screen.queryByLabelText("Status")).toBeNull();
  await waitFor(() => expect(vi.mocked(fetchProcesses).mock.calls.length).toBeGreaterThan(asked));
});

it("switching tabs and Refresh reload both lists, the one out of sight too", async () => {
  vi.mocked(runs.fetchHistory).mockResolvedValue({ records: [], total: 0 });
  vi.mocked(brands.fetchBrandNames).mockResolvedValue([]);
  await renderRunning();
  await userEvent.click(screen.getByRole("tab", { name: "History" }));
  await screen.findByText("No runs yet.");
  const counts = () =>
    [vi.mocked(fetchProcesses), vi.mocked(runs.fetchHistory)].map(({ mock }) => mock.calls.length);
  const more = async (name: string, role: "tab" | "button") => {
    const [before, old] = counts();
    await userEvent.click(screen.getByRole(role, { name }));
    await waitFor(() => {
      const [now, later] = counts();
      expect(now).toBeGreaterThan(before ?? 0);
      expect(later).toBeGreaterThan(old ?? 0);
    });
  };
  await more("Refresh", "button");
  await more("Processes", "tab");
  await more("Refresh", "button");
});

it("the tabs move with the arrow keys", async () => {
  vi.mocked(runs.fetchHistory).mockResolvedValue({ records: [], total: 0 });
  vi.mocked(brands.fetchBrandNames).mockResolvedValue([]);
  await renderRunning();
  screen.getByRole("tab", { name: "Processes" }).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByRole("tab", { name: "History" })).toHaveFocus();
  expect(await screen.findByText("No runs yet.")).toBeInTheDocument();
});

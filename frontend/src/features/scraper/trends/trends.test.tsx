import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { http, posted, server } from "../../../test/server";
import type { GateLimit, Host, Mail, Trends } from "../../../lib/api/schema";
import { BRAND, showScraper } from "../../../test/operators";

const RUN: Trends["runs"][number] = {
  id: 7,
  result: "success",
  accepted: false,
  codes: [],
  startTime: "2026-01-01T10:00:00Z",
  seconds: 90,
  found: 40,
  leastFound: 32,
  rejected: 0,
  pagesUnread: 0,
  shares: { price: 0.9 },
  leastShares: { price: 0.7 },
};
const LOST: GateLimit = {
  gate: "lost",
  words: "Fewer products than before",
  usual: 20,
  own: null,
  overruled: 3,
  asks: true,
};
const SHY: Host = {
  host: "shy.example",
  answers: [
    { answer: "ok", count: 8 },
    { answer: "too many", count: 2 },
  ],
  asked: 10,
  refused: 2,
  leftAloneUntil: "2026-01-02T10:00:00Z",
};

const GONE: Host = {
  ...SHY,
  host: "gone.example",
  answers: [{ answer: "unreached", count: 14 }],
  asked: 14,
  refused: 0,
  leftAloneUntil: null,
};

let limits: GateLimit[];
let hosts: Host[];

beforeEach(() => {
  [limits, hosts] = [[LOST], [SHY, GONE]];
  server.use(
    http.get("/api/scraper/hosts", ({ response }) => response(200).json(hosts)),
    http.get("/api/scraper/trends/{brand_id}", ({ response }) =>
      response(200).json({
        brand: "Karoo Cotton",
        host: "shy.example",
        runs: [
          RUN,
          {
            ...RUN,
            id: 8,
            found: 12,
            startTime: "2026-01-03T10:00:00Z",
            result: "suspect",
            codes: ["fewer products"],
          },
        ],
        limits,
      }),
    ),
  );
});

it("a brand's trend draws its runs with what a gate requires of the last one", async () => {
  showScraper("tab=trends&brandId=3");
  const found = await screen.findByRole("img", { name: "Products found of 2 runs, the last one 12" });
  expect(found.closest("figure")).toHaveTextContent("at least 32");
  expect(within(found).getByText(/Run 8, .*, in doubt \(fewer products\): 12/)).toBeInTheDocument();
  expect(found.closest("figure")).toHaveTextContent("01 Jan – 03 Jan");
  expect(screen.getByText("failed, or in doubt")).toBeInTheDocument();
  expect(screen.getByRole("img", { name: /^Prices read/ }).closest("figure")).toHaveTextContent(
    "at least 70 %",
  );
});

it("a gate that was overruled is proposed for a change, and the limit carries who and why", async () => {
  server.use(
    http.post("/api/scraper/limits", ({ response }) => {
      const own = { percent: 50, reason: "Samples", setBy: "anna", setAt: "2026-01-01T10:00:00Z" };
      limits = [{ ...LOST, own, overruled: 0, asks: false }];
      return response(200).text("saved");
    }),
  );
  showScraper("tab=trends&brandId=3");
  expect(await screen.findByText("3 times since it was set: should it change?")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: /^Change/ }));
  await userEvent.clear(screen.getByLabelText(/in percent$/));
  await userEvent.type(screen.getByLabelText(/in percent$/), "50");
  await userEvent.type(screen.getByLabelText("Why may this brand differ?"), "Samples{Enter}");
  expect(await screen.findByText("50 %: Samples")).toBeInTheDocument();
  const limit = { brandId: 3, gate: "lost", percent: 50, reason: "Samples" };
  expect(posted("/api/scraper/limits")).toEqual([limit]);
  expect(screen.getByText("by anna, 01 Jan 2026, 12:00:00")).toBeInTheDocument();
});

it("trends open at a brand in trouble", async () => {
  server.use(
    http.get("/api/brands/overview", ({ request, response }) => {
      const { searchParams } = new URL(request.url);
      return response(200).json(searchParams.get("show") === "in trouble" ? [BRAND] : []);
    }),
  );
  showScraper("tab=trends");
  expect(await screen.findByRole("img", { name: /^Products found of 2 runs/ })).toBeInTheDocument();
});

it("a host that is left alone is read again once an operator releases it", async () => {
  server.use(
    http.post("/api/scraper/hosts/release", ({ response }) => {
      hosts = [{ ...SHY, leftAloneUntil: null }];
      return response(200).text("shy.example may be asked again");
    }),
  );
  showScraper("tab=trends&brandId=hosts");
  expect(await screen.findByText("left alone until 02 Jan 2026, 12:00:00")).toBeInTheDocument();
  expect(screen.getByText("8 pages, 2 429")).toBeInTheDocument();
  expect(screen.getByText("20 %")).toBeInTheDocument();
  const gone = screen.getByText("14 not reached").closest("tr");
  expect(gone).toHaveTextContent(/not reached.*14 not reached–/); // and not 0 % of refusals
  await userEvent.click(screen.getAllByRole("button", { name: /^Ask again now/ })[0]!);
  expect(await screen.findByText("asked")).toBeInTheDocument();
  expect(posted("/api/scraper/hosts/release")).toEqual([{ host: "shy.example" }]);
});

it("a mail that waits is read, and its links followed; one that is a visitor's alone is not", async () => {
  const mail: Mail = {
    id: 5,
    kind: "alerts asked",
    recipient: "visitor@example.org",
    subject: "Confirm",
    madeAt: "2026-01-01T10:00:00Z",
    tries: 0,
    why: null,
    readable: true,
  };
  server.use(
    http.get("/api/scraper/alerts/mails", ({ response }) =>
      response(200).json([mail, { ...mail, id: 6, subject: "Theirs", readable: false }]),
    ),
    http.get("/api/scraper/alerts/mails/{message_id}", ({ response }) =>
      response(200).json({ text: "Open https://winkel.example/favourites#x to confirm" }),
    ),
  );
  showScraper("tab=mails");
  // The newest one is open: its link is one press away.
  expect(await screen.findByRole("link", { name: /favourites#x$/ })).toHaveAttribute(
    "href",
    "https://winkel.example/favourites#x",
  );
  await userEvent.click(screen.getByRole("button", { name: /^Close\s*Confirm/ }));
  expect(screen.queryByRole("link", { name: /favourites#x$/ })).toBeNull();
  expect(screen.getByRole("button", { name: /^Read\s*Theirs/ })).toBeDisabled();
  expect(screen.getByText(/^A mail server is set/)).toBeInTheDocument();
});

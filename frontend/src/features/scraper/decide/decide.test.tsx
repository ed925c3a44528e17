import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { toasts } from "../../../lib/toasts";
import { http, posted, server } from "../../../test/server";
import type { DecisionChoice, Decisions } from "../../../lib/api/schema";
import { RUN, showScraper } from "../../../test/operators";

const NONE = { appear: 0, vanish: 0, reprice: 0, change: 0, alerts: 0, proposed: {}, undoable: false };

function choice(
  kind: DecisionChoice["kind"],
  label: string,
  key: string,
  more: Partial<DecisionChoice> = {},
) {
  return { ...NONE, kind, label, key, needs: "", refusal: "", lines: [`${label} would do this`], ...more };
}

const VALUES = { priceKnown: true, soldOut: false, name: "Tote", href: null, currency: "ZAR" };
const HELD = { ...RUN, id: 9, result: "suspect" as const, held: true, failureReason: "Prices leapt" };
const TOTE = {
  productId: 1,
  name: "Tote",
  href: null,
  image: null,
  currency: "ZAR",
  price: 990,
  soldOut: false,
  priceWords: "10 times as much",
  before: { ...VALUES, price: 99 },
  after: { ...VALUES, price: 990 },
};
const CASE: Decisions = {
  brand: { id: 3, name: "Karoo", website: "https://k.example" },
  run: HELD,
  alert: null,
  cause: "values",
  standing: "",
  comparison: {
    from: RUN,
    to: HELD,
    new: [],
    gone: [],
    changed: [TOTE],
    counts: { new: 0, gone: 0, changed: 1 },
    byField: [
      { field: "price", label: "price", count: 1, lost: 0, gained: 0, misread: true, samples: [TOTE] },
    ],
  },
  choices: [
    choice("accept", "Accept", "a", { reprice: 1, change: 1 }),
    choice("reject", "Reject", "r", { needs: "reason" }),
    choice("again", "Read it again", "g", { refusal: "The store forbids it" }),
    choice("acknowledge", "Acknowledge", "k", { undoable: true }),
  ],
  taken: [{ actor: "Anna", action: "acknowledged", at: "2026-01-01T10:00:00Z", after: null }],
};

beforeEach(() => {
  server.use(
    http.get("/api/scraper/decisions/run/{run_id}", ({ response }) => response(200).json(CASE)),
    http.post("/api/scraper/decide", ({ response }) => response(200).text("Run 9 decided")),
    http.post("/api/scraper/undoDecision", ({ response }) => response(200).text("No longer acknowledged")),
  );
  showScraper("run=9");
});

it("shows what was read beside what was known, and what each decision would do", async () => {
  expect(await screen.findByRole("heading", { name: "Karoo: in doubt" })).toBeInTheDocument();
  const price = screen.getByRole("region", { name: "price" });
  expect(price).toHaveTextContent("1 product");
  expect(within(price).getByText("R 99")).toBeInTheDocument();
  expect(within(price).getByText("R 990")).toBeInTheDocument();
  expect(within(price).getByText("10 times as much")).toBeInTheDocument();
  const accept = screen.getByRole("button", { name: /^Accept.*1 change price$/ });
  expect(accept).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(accept);
  expect(accept).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByText("Accept would do this")).toBeInTheDocument();
  expect(screen.getByText("The store forbids it")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Read it again/ })).toBeNull();
  expect(screen.getByText("Anna").closest("li")).toHaveTextContent("acknowledged");
});

it("puts what the evidence supports first, open and marked, and what is not to be had last", async () => {
  const reject = await screen.findByRole("button", { name: /^Reject.*Recommended/ });
  expect(reject).toHaveAttribute("aria-expanded", "true");
  const list = within(screen.getByRole("region", { name: "What to do" })).getAllByRole("list")[0]!;
  const kinds = [...list.children].map((one) => one.getAttribute("data-decision"));
  expect(kinds).toEqual(["reject", "accept", "acknowledge", "again"]);
  expect(screen.getAllByText("Recommended")).toHaveLength(1);
});

it("decides with a key, the reason and Enter", async () => {
  await screen.findByRole("heading", { name: "Karoo: in doubt" });
  await userEvent.keyboard("r");
  const reason = await screen.findByLabelText("Why is it wrong?");
  expect(reason).toHaveFocus();
  await userEvent.keyboard("cents, a{Enter}");
  await waitFor(() =>
    expect(posted("/api/scraper/decide")).toEqual([{ runId: 9, kind: "reject", reason: "cents, a" }]),
  );
  expect(toasts.get().at(-1)).toMatchObject({ text: "Run 9 decided" });
});

it("takes a decision back", async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Undo “Acknowledge”" }));
  await waitFor(() =>
    expect(posted("/api/scraper/undoDecision")).toEqual([{ runId: 9, kind: "acknowledge" }]),
  );
});

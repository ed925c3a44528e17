import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { currentToasts } from "../../../lib/toasts";
import { http, server } from "../../../testServer";
import { CALM } from "../examples";
import ScraperPage from "../ScraperPage";
import { mailWords, reachWords, stateWords } from "./AlertsTab";
import type { AlertMessage, Alerts } from "../api/wire";

const OFF: Alerts = {
  mailTo: null,
  mailServer: false,
  mailsWaiting: 0,
  mailError: null,
  mailsGivenUp: 0,
  givenUpError: null,
  webhookHost: null,
  chats: [],
  digestHour: 7,
  timeZone: "Africa/Johannesburg",
  shrinkPercent: 20,
  off: "Nobody is told",
  open: [],
  messages: [],
};
const UNTOUCHED = {
  closedAt: null,
  changes: ["40 with another price, such as 'Tote': ZAR 99 → ZAR 990"],
  acknowledgedAt: null,
  acknowledgedBy: null,
  mutedUntil: null,
  mutedBy: null,
};
const SENT: AlertMessage = {
  id: 1,
  kind: "change",
  channel: "mail",
  recipient: "a@b.example",
  subject: "Winkel: Karoo failed",
  createdAt: "2026-01-01T10:00:00Z",
  state: "sent",
  why: null,
};

it("says where alerts go, and when a mail has no server to go by", () => {
  expect(reachWords(OFF)).toEqual([]);
  expect(reachWords({ ...OFF, mailTo: "a@b.example", mailServer: true, webhookHost: "h.example" })).toEqual([
    "Mail to a@b.example",
    "Webhook at h.example",
  ]);
  expect(reachWords({ ...OFF, chats: ["discord 1a2b3c"] })).toEqual(["Chat: discord 1a2b3c"]);
  expect(reachWords({ ...OFF, mailTo: "a@b.example" })[0]).toContain("SMTP_URL");
});

it("says what became of a message, with the reason of what failed", () => {
  expect(stateWords(SENT)).toBe("Mail to a@b.example: sent");
  const failed = { ...SENT, channel: "webhook", recipient: "", state: "gave up" } as const;
  expect(stateWords({ ...failed, why: "h.example answered 500" })).toBe(
    "Webhook: given up (h.example answered 500)",
  );
  const chat = { ...SENT, channel: "chat", recipient: "discord 1a2b3c" } as const;
  expect(stateWords(chat)).toBe("Chat discord 1a2b3c: sent");
  expect(stateWords({ ...SENT, state: "waiting" })).toBe("Mail to a@b.example: waits");
});

it("says how many mails wait and were given up, and why", () => {
  expect(mailWords(OFF)).toEqual([]);
  expect(mailWords({ ...OFF, mailsWaiting: 1 })).toEqual(["1 mail waits"]);
  const mailError = "SMTP_URL: mail.example:25: it offers no STARTTLS";
  const givenUpError = "The address has a space";
  expect(mailWords({ ...OFF, mailsWaiting: 2, mailError, mailsGivenUp: 1, givenUpError })).toEqual([
    `2 mails wait. ${mailError}`,
    `1 mail was given up lately. ${givenUpError}`,
  ]);
});

it("what is wrong is listed, with who is told, or that nobody is", async () => {
  const trouble = { id: 1, brandId: 3, runId: 7, since: "2026-01-01T10:00:00Z" };
  const words = "12 products were found";
  let alerts: Alerts = {
    ...OFF,
    mailsWaiting: 1,
    mailError: "SMTP_URL is not set",
    open: [
      { ...trouble, ...UNTOUCHED, brand: "Karoo", kind: "shrinking", words },
      { ...trouble, ...UNTOUCHED, id: 2, brand: "Veld", kind: "suspect", words, acknowledgedBy: "Anna" },
    ],
  };
  server.use(
    ...CALM,
    http.get("/api/scraper/alerts", ({ response }) => response(200).json(alerts)),
    http.post("/api/scraper/alerts/test", ({ response }) => {
      const waits: AlertMessage = { ...SENT, state: "waiting" };
      alerts = { ...alerts, messages: [waits] };
      return response(200).json([waits]);
    }),
  );
  const show = () =>
    render(
      <MemoryRouter initialEntries={["/scraper?tab=alerts"]}>
        <ScraperPage />
      </MemoryRouter>,
    );
  const { unmount } = show();
  const first = await screen.findByRole("link", { name: "Decide: Karoo" });
  const second = screen.getByRole("link", { name: "Decide: Veld" });
  expect(first).toHaveAttribute("href", "/scraper?alert=1");
  expect(first.closest("[data-alert]")).toHaveTextContent("shrinking");
  expect(first.closest("[data-alert]")).toHaveTextContent(words);
  expect(second.closest("[data-alert]")).toHaveTextContent("seen by Anna");
  expect(second.closest("[data-alert]")).toHaveTextContent("40 with another price");
  first.focus();
  await userEvent.keyboard("j");
  expect(second).toHaveFocus();
  await userEvent.keyboard("k");
  expect(first).toHaveFocus();
  expect(screen.getByText("Nobody is told.")).toBeInTheDocument();
  expect(screen.getByText("1 mail waits. SMTP_URL is not set")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Send a test" })).toBeNull();
  unmount();
  alerts = { ...OFF, off: null, mailTo: "a@b.example", mailServer: true };
  show();
  expect(await screen.findByText("Mail to a@b.example")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Send a test" }));
  const sent = within(screen.getByRole("region", { name: "Last messages" }));
  expect(await sent.findByText("Mail to a@b.example: waits")).toBeInTheDocument();
  expect(currentToasts().at(-1)?.text).toContain("on its way");
  alerts = { ...alerts, messages: [SENT] };
  expect(await sent.findByText("Mail to a@b.example: sent", {}, { timeout: 5_000 })).toBeInTheDocument();
});

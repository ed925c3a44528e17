import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { toasts } from "../../../lib/toasts";
import { http, server } from "../../../test/server";
import { ALERTS, MESSAGE, showScraper } from "../../../test/operators";
import type { AlertMessage, Alerts } from "../../../lib/api/schema";

const UNTOUCHED = {
  closedAt: null,
  changes: ["40 with another price, such as 'Tote': ZAR 99 → ZAR 990"],
  acknowledgedAt: null,
  acknowledgedBy: null,
  mutedUntil: null,
  mutedBy: null,
};
it("what is wrong is listed, with who gets messages, or that nobody does", async () => {
  const trouble = { id: 1, brandId: 3, runId: 7, since: "2026-01-01T10:00:00Z" };
  const words = "12 products were found";
  let alerts: Alerts = {
    ...ALERTS,
    mailsWaiting: 1,
    mailError: "SMTP_URL is not set",
    open: [
      { ...trouble, ...UNTOUCHED, brand: "Karoo", kind: "shrinking", words },
      { ...trouble, ...UNTOUCHED, id: 2, brand: "Veld", kind: "suspect", words, acknowledgedBy: "Anna" },
    ],
  };
  server.use(
    http.get("/api/scraper/alerts", ({ response }) => response(200).json(alerts)),
    http.post("/api/scraper/alerts/test", ({ response }) => {
      const waits: AlertMessage = { ...MESSAGE, state: "waiting" };
      alerts = { ...alerts, messages: [waits] };
      return response(200).json([waits]);
    }),
  );
  const { unmount } = showScraper("tab=alerts");
  const first = await screen.findByRole("link", { name: "Decide: Karoo" });
  const second = screen.getByRole("link", { name: "Decide: Veld" });
  expect(first).toHaveAttribute("href", "/scraper?alert=1");
  expect(first.closest("[data-alert]")).toHaveTextContent("fewer products");
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
  alerts = { ...ALERTS, off: null, mailTo: "a@b.example", mailServer: true };
  showScraper("tab=alerts");
  expect(await screen.findByText("Mail to a@b.example")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Send a test" }));
  const sent = within(screen.getByRole("region", { name: "Last messages" }));
  expect(await sent.findByText("Mail to a@b.example: waits")).toBeInTheDocument();
  expect(toasts.get().at(-1)?.text).toContain("on its way");
  alerts = { ...alerts, messages: [MESSAGE] };
  expect(await sent.findByText("Mail to a@b.example: sent", {}, { timeout: 5_000 })).toBeInTheDocument();
});

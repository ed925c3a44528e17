import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { currentToasts } from "../../../lib/toasts";
import { http, server } from "../../../testServer";
import { CALM } from "../examples";
import ScraperPage from "../ScraperPage";
import { isTaken, reachWords, stateWords, waitingWords } from "./alerts";
import type { AlertMessage, Alerts } from "../api/wire";

const OFF: Alerts = {
  mailTo: null,
  mailServer: false,
  mailsWaiting: 0,
  mailError: null,
  webhookHost: null,
  digestHour: 7,
  timeZone: "Africa/Johannesburg",
  shrinkPercent: 20,
  off: "Nobody is told",
  open: [],
  messages: [],
};
const SENT: AlertMessage = {
  id: 1,
  kind: "change",
  subject: "Winkel: Karoo failed",
  createdAt: "2026-01-01T10:00:00Z",
  mail: "sent",
  mailError: null,
  webhook: "off",
  webhookError: null,
};

it("says where alerts go, and when a mail has no server to go by", () => {
  expect(reachWords(OFF)).toEqual([]);
  expect(reachWords({ ...OFF, mailTo: "a@b.example", mailServer: true, webhookHost: "h.example" })).toEqual([
    "Mail to a@b.example",
    "Webhook at h.example",
  ]);
  expect(reachWords({ ...OFF, mailTo: "a@b.example" })[0]).toContain("SMTP_URL");
});

it("says what became of a message, with the reason of what failed", () => {
  expect(stateWords(SENT)).toBe("Mail sent");
  expect(stateWords({ ...SENT, webhook: "failed", webhookError: "h.example answered 500" })).toBe(
    "Mail sent; webhook given up (h.example answered 500)",
  );
  expect(stateWords({ ...SENT, mail: "off", webhook: "sent", webhookError: "of an earlier try" })).toBe(
    "Webhook told",
  );
});

it("says how many mails wait and why, and takes no message for sent that waits", () => {
  expect(waitingWords(OFF)).toBeNull();
  expect(waitingWords({ ...OFF, mailsWaiting: 1 })).toBe("1 mail waits");
  const mailError = "SMTP_URL: mail.example:25: it offers no STARTTLS";
  expect(waitingWords({ ...OFF, mailsWaiting: 2, mailError })).toBe(`2 mails wait. ${mailError}`);
  expect(stateWords({ ...SENT, mail: "kept", mailError })).toBe(
    `Mail kept until the server takes it (${mailError})`,
  );
  expect(isTaken(SENT)).toBe(true);
  expect(isTaken({ ...SENT, mail: "kept" })).toBe(false);
  expect(isTaken({ ...SENT, webhook: "failed" })).toBe(false);
});

it("what is wrong is listed, with who is told, or that nobody is", async () => {
  const trouble = { id: 1, brandId: 3, runId: 7, since: "2026-01-01T10:00:00Z" };
  const words = "12 products were found";
  let alerts: Alerts = {
    ...OFF,
    mailsWaiting: 1,
    mailError: "SMTP_URL is not set",
    open: [{ ...trouble, brand: "Karoo", kind: "shrinking", words }],
  };
  server.use(
    ...CALM,
    http.get("/api/scraper/alerts", ({ response }) => response(200).json(alerts)),
    http.post("/api/scraper/alerts/test", ({ response }) => {
      alerts = { ...alerts, messages: [SENT] };
      return response(200).json(SENT);
    }),
  );
  const show = () =>
    render(
      <MemoryRouter initialEntries={["/scraper?tab=alerts"]}>
        <ScraperPage />
      </MemoryRouter>,
    );
  const { unmount } = show();
  const brand = await screen.findByRole("link", { name: "Karoo" });
  expect(brand).toHaveAttribute("href", "/scraper?brand=3");
  expect(brand.closest("li")).toHaveTextContent("shrinking");
  expect(brand.closest("li")).toHaveTextContent(words);
  expect(screen.getByText("Nobody is told.")).toBeInTheDocument();
  expect(screen.getByText("1 mail waits. SMTP_URL is not set")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Send a test" })).toBeNull();
  unmount();
  alerts = { ...OFF, off: null, mailTo: "a@b.example", mailServer: true };
  show();
  expect(await screen.findByText("Mail to a@b.example")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Send a test" }));
  const sent = within(screen.getByRole("region", { name: "Last messages" }));
  expect(await sent.findByText(SENT.subject)).toBeInTheDocument();
  expect(currentToasts().at(-1)).toMatchObject({ text: "Mail sent", kind: "success" });
});

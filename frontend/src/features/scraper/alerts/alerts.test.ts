import { expect, it } from "vitest";
import { reachWords, stateWords } from "./alerts";
import type { AlertMessage, Alerts } from "../api/wire";

const OFF: Alerts = {
  mailTo: null,
  mailServer: false,
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

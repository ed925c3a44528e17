import type { AlertMessage, Alerts } from "../api/wire";

/** Where alerts go, a line each. */
export function reachWords({ mailTo, mailServer, webhookHost }: Alerts): string[] {
  const lines: string[] = [];
  if (mailTo !== null) {
    lines.push(`Mail to ${mailTo}${mailServer ? "" : ": kept, as no mail server is set (SMTP_URL)"}`);
  }
  if (webhookHost !== null) lines.push(`Webhook at ${webhookHost}`);
  return lines;
}

const MAIL: Readonly<Record<AlertMessage["mail"], string>> = {
  off: "",
  due: "mail waits",
  sent: "mail sent",
  kept: "mail kept until the server takes it",
};

const WEBHOOK: Readonly<Record<AlertMessage["webhook"], string>> = {
  off: "",
  due: "webhook waits",
  sent: "webhook told",
  failed: "webhook given up",
};

/** The state of a message on each channel. */
export function stateWords({ mail, webhook, webhookError }: AlertMessage): string {
  const reason = webhookError !== null && webhook !== "sent" ? ` (${webhookError})` : "";
  const words = [MAIL[mail], WEBHOOK[webhook] && `${WEBHOOK[webhook]}${reason}`].filter(Boolean).join("; ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

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

/** The mails that no server has taken yet, alerts' and the newsletter's, and why; null: none waits. */
export function waitingWords({ mailsWaiting, mailError }: Alerts): string | null {
  if (mailsWaiting === 0) return null;
  const mails = mailsWaiting === 1 ? "1 mail waits" : `${mailsWaiting} mails wait`;
  return mailError === null ? mails : `${mails}. ${mailError}`;
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

/** Whether each channel that is set took the message. */
export function isTaken({ mail, webhook }: AlertMessage): boolean {
  return [mail, webhook].every((state) => state === "sent" || state === "off");
}

/** The state of a message on each channel. */
export function stateWords({ mail, mailError, webhook, webhookError }: AlertMessage): string {
  const why = (state: string, error: string | null) => (error && state !== "sent" ? ` (${error})` : "");
  const words = [
    MAIL[mail] && `${MAIL[mail]}${why(mail, mailError)}`,
    WEBHOOK[webhook] && `${WEBHOOK[webhook]}${why(webhook, webhookError)}`,
  ]
    .filter(Boolean)
    .join("; ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

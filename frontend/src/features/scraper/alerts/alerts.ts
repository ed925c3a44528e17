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

function counted(count: number, one: string, more: string, why: string | null): string | null {
  if (count === 0) return null;
  const mails = count === 1 ? `1 mail ${one}` : `${count} mails ${more}`;
  return why === null ? mails : `${mails}. ${why}`;
}

/** The mails that wait, alerts' and the newsletter's, and those that were given up, and why. */
export function mailWords({ mailsWaiting, mailError, mailsGivenUp, givenUpError }: Alerts): string[] {
  return [
    counted(mailsWaiting, "waits", "wait", mailError),
    counted(mailsGivenUp, "was given up lately", "were given up lately", givenUpError),
  ].filter((words) => words !== null);
}

const STATE: Readonly<Record<AlertMessage["state"], string>> = {
  waiting: "waits",
  sent: "sent",
  "gave up": "given up",
};

/** What became of a message, on its way. */
export function stateWords({ channel, recipient, state, why }: AlertMessage): string {
  const way = channel === "mail" ? `Mail to ${recipient}` : "Webhook";
  return `${way}: ${STATE[state]}${why && state !== "sent" ? ` (${why})` : ""}`;
}

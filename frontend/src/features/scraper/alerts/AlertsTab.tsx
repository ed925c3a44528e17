import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, ButtonLink } from "../../../components/Button";
import { useShortcuts } from "../../../lib/hooks";
import { load, loadPage, operatorApi } from "../../../lib/api/operator";
import type { Alert, AlertMessage, Alerts, Mail } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { formatTime } from "../../../lib/time";
import { showError, showToast } from "../../../lib/toasts";
import { actions, Away, Lines, type Column, ListTab, PAGE_SIZE, pageOf, State, stateWord } from "../Table";
import table from "../table.module.css";
import { useState } from "react";
import { Loaded } from "../../../components/operator/OperatorGate";
import { useChoices } from "../../../components/operator/Pick";

const LOOK_EVERY_MS = 2_000;

/** Whether a message waits that was not tried yet: what becomes of it shows within seconds. */
function isUnderWay({ state, why }: AlertMessage): boolean {
  return state === "waiting" && why === null;
}

/** Where alerts go, a line each. */
function reachWords({ mailTo, mailServer, webhookHost, chats }: Alerts): string[] {
  const kept = mailServer ? "" : ": kept, as no mail server is set (SMTP_URL)";
  return [
    ...(mailTo === null ? [] : [`Mail to ${mailTo}${kept}`]),
    ...(webhookHost === null ? [] : [`Webhook at ${webhookHost}`]),
    ...chats.map((chat) => `Chat: ${chat}`),
  ];
}

/** The mails that wait, alerts' and the newsletter's, and those that were given up, and why. */
function mailWords({ mailsWaiting, mailError, mailsGivenUp, givenUpError }: Alerts): string[] {
  const words = (count: number, one: string, more: string, why: string | null) =>
    count === 0 ? [] : [`${countOf(count, "mail")} ${count === 1 ? one : more}${why ? `. ${why}` : ""}`];
  return [
    ...words(mailsWaiting, "waits", "wait", mailError),
    ...words(mailsGivenUp, "was given up lately", "were given up lately", givenUpError),
  ];
}

const STATE: Readonly<Record<AlertMessage["state"], string>> = {
  waiting: "waits",
  sent: "sent",
  "gave up": "given up",
};

/** What became of a message, on its way. */
function stateWords({ channel, recipient, state, why }: AlertMessage): string {
  const way = { mail: `Mail to ${recipient}`, chat: `Chat ${recipient}`, webhook: "Webhook" }[channel];
  return `${way}: ${STATE[state]}${why && state !== "sent" ? ` (${why})` : ""}`;
}

function Ways({ alerts, onSent }: { alerts: Alerts; onSent: () => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => operatorApi.POST("/api/scraper/alerts/test", { body: {} }),
    onSuccess: () => showToast("The test is on its way: see below", "success"),
    onError: showError,
    onSettled: onSent,
  });
  return (
    <section className="grid gap-3 justify-items-start p-4 mb-5 sunk" aria-labelledby="alert-ways">
      <h2 id="alert-ways" className="type-section">
        Who is told
      </h2>
      {alerts.off !== null ? (
        <p data-part="alerts-off">{alerts.off}.</p>
      ) : (
        <Lines of={reachWords(alerts)} className="breaks" />
      )}
      {mailWords(alerts).map((words) => (
        <p key={words} className="breaks" data-part="mails">
          {words}
        </p>
      ))}
      <p className="muted">
        One message when a brand fails, looks wrong, is overdue or has {alerts.shrinkPercent} % fewer products
        than lately, or the search index does not take what changes; one when that is over; and a digest each
        day from {alerts.digestHour}:00 ({alerts.timeZone}
        ).
      </p>
      {alerts.off === null && (
        <Button disabled={isPending} onClick={() => mutate()}>
          {isPending ? "Sending…" : "Send a test"}
        </Button>
      )}
    </section>
  );
}

function OpenAlert({ alert }: { alert: Alert }) {
  const { id, brand, kind, since, words, changes, acknowledgedBy, mutedUntil } = alert;
  return (
    <li className="grid gap-1 py-3 line-above" data-alert={kind}>
      <span className="wrap gap-y-1 gap-x-4 items-baseline">
        <strong>{brand}</strong>
        <State of="failed">{stateWord(kind)}</State>
        <span className="muted figures">since {formatTime(since)}</span>
        {acknowledgedBy && <span className="muted">seen by {acknowledgedBy}</span>}
        {mutedUntil && <span className="muted">muted until {formatTime(mutedUntil)}</span>}
      </span>
      <span className="breaks">{words}</span>
      {changes.length > 0 && <Lines of={changes} className="breaks bulleted" aria-label="What it read" />}
      <span className="mt-2">
        <ButtonLink to={`/scraper?alert=${id}`} aria-label={`Decide: ${brand}`}>
          Decide
        </ButtonLink>
      </span>
    </li>
  );
}

/** `j` and `k` go to the next alert and the one before; Enter decides it. */
function walk(event: KeyboardEvent) {
  if (event.key !== "j" && event.key !== "k") return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-alert] a")];
  const at = links.findIndex((link) => link === document.activeElement);
  links[event.key === "j" ? at + 1 : Math.max(0, at - 1)]?.focus();
}

/** The open alerts, their recipients, and the last messages. */
export function AlertsTab() {
  const alerts = useQuery({
    ...load("/api/scraper/alerts", {}),
    refetchInterval: ({ state }) => (state.data?.messages.some(isUnderWay) ? LOOK_EVERY_MS : false),
  });
  useShortcuts(walk);
  return (
    <Loaded query={alerts}>
      {(data) => (
        <div className="columns">
          <section aria-labelledby="alerts-open">
            <h2 id="alerts-open" className="type-section">
              In trouble now <span className="regular muted">{data.open.length}</span>
            </h2>
            {data.open.length === 0 && <p className="muted">All brands and the search index are well.</p>}
            <ul className="mt-2">
              {data.open.map((alert) => (
                <OpenAlert key={alert.id} alert={alert} />
              ))}
            </ul>
          </section>
          <div>
            <Ways alerts={data} onSent={() => void alerts.refetch()} />
            <section aria-labelledby="alerts-sent">
              <h2 id="alerts-sent" className="type-section">
                Last messages
              </h2>
              {data.messages.length === 0 && <p className="muted">None yet.</p>}
              <ul className="mt-2">
                {data.messages.map((message) => (
                  <li key={message.id} className="grid gap-1 py-3 line-above">
                    <span className="wrap gap-y-1 gap-x-4 items-baseline">
                      <strong>{message.subject}</strong>
                      <span className="muted figures">{formatTime(message.createdAt)}</span>
                    </span>
                    <span className="muted">{stateWords(message)}</span>
                  </li>
                ))}
              </ul>
            </section>
          </div>
        </div>
      )}
    </Loaded>
  );
}

const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** A mail's text; its addresses can be followed, as in a mail program. */
function MailText({ id }: { id: number }) {
  const mail = useQuery(
    load("/api/scraper/alerts/mails/{message_id}", { params: { path: { message_id: id } } }),
  );
  return (
    <Loaded query={mail}>
      {({ text }) => (
        <pre className={table.mail}>
          {text
            .split(ADDRESS)
            .map((part, index) => (index % 2 === 1 ? <Away key={index} href={part} /> : part))}
        </pre>
      )}
    </Loaded>
  );
}

const COLUMNS: readonly Column<Mail>[] = [
  { area: "brand", label: "subject", cell: ({ subject }) => subject },
  { area: "to", label: "to", cell: ({ recipient }) => recipient },
  { area: "start", label: "made", cell: ({ madeAt }) => formatTime(madeAt) },
  {
    area: "why",
    label: "waits because",
    cell: ({ why, tries }) => why ?? (tries > 0 ? "it was not taken" : "it was not sent yet"),
  },
];

/** The mails that wait: without a mail server here is where they are read. */
export function MailsTab() {
  const [params] = useChoices();
  // The newest one that may be read is open: who looks here mostly wants its link.
  const [chosen, setOpen] = useState<number | "newest" | null>("newest");
  const query = { page: pageOf(params), pageSize: PAGE_SIZE };
  const list = useQuery(loadPage("/api/scraper/alerts/mails", { params: { query } }));
  const { data } = list;
  const mails = data?.rows;
  const newest = mails?.find(({ readable }) => readable)?.id ?? null;
  const open = chosen === "newest" ? newest : chosen;
  const read = actions<Mail>(({ id, readable, subject }) => (
    <Button
      kind="row"
      of={subject}
      disabled={!readable}
      aria-expanded={open === id}
      onClick={() => setOpen(open === id ? null : id)}
    >
      {open === id ? "Close" : "Read"}
    </Button>
  ));
  return (
    <>
      {mails?.some(({ readable }) => !readable) && (
        <p className="muted mb-4">
          A mail server is set: what waits for visitors is theirs alone to read, as its links are secrets.
        </p>
      )}
      <ListTab
        rows={mails}
        query={list}
        empty="No mail waits."
        label="Mails that wait"
        kind="mail"
        idOf={({ id }) => id}
        columns={[...COLUMNS, read]}
        detailOf={({ id }) => open === id && <MailText id={id} />}
        pages={data && { total: data.total, steps: ["Newer", "Older"] }}
      />
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "../../../lib/catalogue/format";
import { formatTime } from "../../../lib/time";
import { given, load } from "../../../lib/api/operator";
import type { Host } from "../../../lib/api/schema";
import { ActButton, actions, type Column, ListTab, State } from "../Table";

const WORDS: Readonly<Record<Host["answers"][number]["answer"], string>> = {
  ok: "pages",
  missing: "no such page",
  refused: "refused",
  busy: "503",
  "too many": "429",
  challenge: "challenge",
  unreached: "not reached",
  unread: "unread",
};

/** How often it answered at all. */
function reachedOf({ asked, answers }: Host): number {
  return asked - (answers.find(({ answer }) => answer === "unreached")?.count ?? 0);
}

const COLUMNS: readonly Column<Host>[] = [
  { area: "brand", label: "host", cell: ({ host }) => host },
  {
    area: "state",
    label: "state",
    cell: (host) =>
      host.leftAloneUntil !== null ? (
        <State of="suspect">left alone until {formatTime(host.leftAloneUntil)}</State>
      ) : reachedOf(host) === 0 ? (
        <State of="failed">not reached</State>
      ) : (
        <State of="active">asked</State>
      ),
  },
  {
    area: "answers",
    label: "answers in 30 days",
    cell: ({ answers }) =>
      answers.map(({ answer, count }) => `${formatNumber(count)} ${WORDS[answer]}`).join(", ") || "–",
  },
  {
    area: "refused",
    label: "refusals",
    isNumber: true,
    cell: (host) => {
      const reached = reachedOf(host);
      return reached > 0 ? `${Math.round((100 * host.refused) / reached)} %` : "–";
    },
  },
];

/** What hosts answered, and until when they are left alone. `host`: only that one. */
export function Hosts({ host }: { host: string }) {
  const query = useQuery(load("/api/scraper/hosts", { params: { query: given({ host }) } }));
  const release = actions<Host>((row) => (
    <ActButton
      of={row.host}
      disabled={row.leftAloneUntil === null}
      path="/api/scraper/hosts/release"
      body={{ host: row.host }}
    >
      Ask again now
    </ActButton>
  ));
  return (
    <ListTab
      rows={query.data}
      query={query}
      empty="No answers were counted in 30 days."
      label="Hosts"
      columns={[...COLUMNS, release]}
      kind="host"
      idOf={(row) => row.host}
    />
  );
}

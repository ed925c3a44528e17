import { useQuery } from "@tanstack/react-query";
import { LoadError } from "../../../components/states/LoadError";
import { formatNumber } from "../../../lib/catalogue/format";
import { formatTime } from "../../../lib/time";
import { hostsQuery, releaseHost } from "../api/trends";
import type { Host } from "../api/wire";
import { State, Table, type Column } from "../Table";
import type { Act } from "../useAct";
import table from "../table.module.css";

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

const COLUMNS: readonly Column<Host>[] = [
  { area: "brand", label: "host", className: table.brand, cell: ({ host }) => host },
  {
    area: "state",
    label: "state",
    cell: ({ leftAloneUntil }) =>
      leftAloneUntil === null ? (
        <State of="active">asked</State>
      ) : (
        <State of="suspect">left alone until {formatTime(leftAloneUntil)}</State>
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
    className: table.number,
    cell: ({ refused, asked }) => (asked > 0 ? `${Math.round((100 * refused) / asked)} %` : "–"),
  },
];

/** What hosts answered, and until when they are left alone. `host`: only that one. */
export function Hosts({ host, onAct }: { host: string; onAct: Act }) {
  const { data, error, refetch } = useQuery(hostsQuery(host));
  if (!data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <p className={table.empty}>No answers were counted in 30 days.</p>;
  return (
    <Table
      name="hosts"
      label="Hosts"
      rows={data}
      kind="host"
      idOf={(row) => row.host}
      columns={[
        ...COLUMNS,
        {
          area: "actions",
          label: "actions",
          cell: (row) => (
            <div className={table.actions}>
              <button
                type="button"
                disabled={row.leftAloneUntil === null}
                onClick={() => onAct(() => releaseHost(row.host))}
              >
                Ask again now<span className="visually-hidden"> {row.host}</span>
              </button>
            </div>
          ),
        },
      ]}
    />
  );
}

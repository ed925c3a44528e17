import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "../../../components/states/LoadError";
import { useChoices } from "../../../hooks/useChoices";
import { formatTime } from "../../../lib/time";
import { fetchMails, MAILS, mailQuery } from "../api/mails";
import type { Mail } from "../api/wire";
import { Pager } from "../Pager";
import { Table, type Column } from "../Table";
import table from "../table.module.css";
import styles from "./mails.module.css";

const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** A mail's text; its addresses can be followed, as in a mail program. */
function MailText({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(mailQuery(id));
  if (!data) return <LoadError error={error} onRetry={() => void refetch()} />;
  return (
    <pre className={styles.text}>
      {data.text.split(ADDRESS).map((part, index) =>
        index % 2 === 1 ? (
          <a key={index} href={part} target="_blank" rel="noopener noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </pre>
  );
}

const COLUMNS: readonly Column<Mail>[] = [
  { area: "brand", label: "subject", className: table.brand, cell: ({ subject }) => subject },
  { area: "to", label: "to", cell: ({ recipient }) => recipient },
  { area: "start", label: "made", className: table.figure, cell: ({ madeAt }) => formatTime(madeAt) },
  {
    area: "why",
    label: "waits because",
    cell: ({ why, tries }) => why ?? (tries > 0 ? "it was not taken" : "it was not sent yet"),
  },
];

/** The mails that wait: without a mail server here is where they are read. */
export function MailsTab() {
  const [params, change] = useChoices();
  // The newest one that may be read is open: who looks here mostly wants its link.
  const [chosen, setOpen] = useState<number | "newest" | null>("newest");
  const page = Number(params.get("page")) || 1;
  const { data, error, refetch } = useQuery({
    queryKey: ["scraper", "mails", page],
    queryFn: ({ signal }) => fetchMails(page, signal),
    placeholderData: keepPreviousData,
  });
  if (!data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (data.mails.length === 0) return <p className={table.empty}>No mail waits.</p>;
  const newest = data.mails.find(({ readable }) => readable)?.id ?? null;
  const open = chosen === "newest" ? newest : chosen;
  return (
    <>
      {data.mails.some(({ readable }) => !readable) && (
        <p className={styles.note}>
          A mail server is set: what waits for visitors is theirs alone to read, as its links are secrets.
        </p>
      )}
      <Table
        name="mails"
        label="Mails that wait"
        rows={data.mails}
        kind="mail"
        idOf={({ id }) => id}
        columns={[
          ...COLUMNS,
          {
            area: "actions",
            label: "actions",
            cell: ({ id, readable, subject }) => (
              <div className={table.actions}>
                <button
                  type="button"
                  disabled={!readable}
                  aria-expanded={open === id}
                  onClick={() => setOpen(open === id ? null : id)}
                >
                  {open === id ? "Close" : "Read"}
                  <span className="visually-hidden"> {subject}</span>
                </button>
              </div>
            ),
          },
        ]}
        detailOf={({ id }) => open === id && <MailText id={id} />}
      />
      <Pager
        page={page}
        pageSize={MAILS}
        total={data.total}
        onPage={(number) => change({ page: number > 1 ? String(number) : "" })}
        label="Pages of mails"
        steps={["Newer", "Older"]}
      />
    </>
  );
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "../../../components/states/LoadError";
import { useChoices } from "../../../hooks/useChoices";
import { load, loadPage } from "../../../lib/api/operator";
import type { Mail } from "../../../lib/api/schema";
import { formatTime } from "../../../lib/time";
import { actions, type Column, ListTab, PAGE_SIZE, RowButton } from "../Table";
import table from "../table.module.css";

const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** A mail's text; its addresses can be followed, as in a mail program. */
function MailText({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(
    load("/api/scraper/alerts/mails/{message_id}", { params: { path: { message_id: id } } }),
  );
  if (!data) return <LoadError error={error} onRetry={() => void refetch()} />;
  return (
    <pre className={table.mail}>
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
    ...loadPage("/api/scraper/alerts/mails", { params: { query: { page, pageSize: PAGE_SIZE } } }),
    placeholderData: keepPreviousData,
  });
  const mails = data?.rows;
  const newest = mails?.find(({ readable }) => readable)?.id ?? null;
  const open = chosen === "newest" ? newest : chosen;
  const read = actions<Mail>(({ id, readable, subject }) => (
    <RowButton
      of={subject}
      disabled={!readable}
      aria-expanded={open === id}
      onClick={() => setOpen(open === id ? null : id)}
    >
      {open === id ? "Close" : "Read"}
    </RowButton>
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
        error={error}
        onRetry={() => void refetch()}
        empty="No mail waits."
        label="Mails that wait"
        kind="mail"
        idOf={({ id }) => id}
        columns={[...COLUMNS, read]}
        detailOf={({ id }) => open === id && <MailText id={id} />}
        pager={
          data && {
            page,
            total: data.total,
            onPage: (to) => change({ page: to > 1 ? String(to) : "" }),
            steps: ["Newer", "Older"],
          }
        }
      />
    </>
  );
}

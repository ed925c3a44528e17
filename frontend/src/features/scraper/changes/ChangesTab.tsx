import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router-dom";
import { Pick } from "../../../components/operator/Pick";
import { LoadError } from "../../../components/states/LoadError";
import type { OperatorActionRow, OperatorActions } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { type ActionsQuery, fetchActions } from "../api/lists";
import { formatTime } from "../duration";
import { Pager } from "../Pager";
import { type Column, Table } from "../Table";
import { diffOf, linkOf } from "./changes";
import pick from "../../../components/operator/Pick.module.css";
import operator from "../../../components/operator/operator.module.css";
import brands from "../brands/brands.module.css";
import table from "../table.module.css";
import styles from "./changes.module.css";

const PAGE_SIZE = 50;
const FILTERS = ["actor", "action", "kind", "subject", "since", "until"] as const;
type Filter = (typeof FILTERS)[number];

function Diff({ row }: { row: OperatorActionRow }) {
  const lines = diffOf(row);
  if (lines.length === 0) return <span className="muted">–</span>;
  return (
    <dl className={styles.diff}>
      {lines.map(({ name, old, now }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {old !== null && (
              <>
                <span className="visually-hidden">from </span>
                <del>{old}</del>
              </>
            )}
            {old !== null && now !== null && <span aria-hidden="true"> → </span>}
            {now !== null && (
              <>
                <span className="visually-hidden"> to </span>
                <ins>{now}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Subject({ row }: { row: OperatorActionRow }) {
  const link = linkOf(row);
  return (
    <span className={brands.lines}>
      <span>
        <strong>{row.action}</strong> {link ? <Link to={link}>{row.subject}</Link> : row.subject}
      </span>
      <span className={brands.site}>{row.kind}</span>
    </span>
  );
}

const COLUMNS: readonly Column<OperatorActionRow>[] = [
  { area: "start", label: "when", className: table.figure, cell: ({ at }) => formatTime(at) },
  { area: "end", label: "who", cell: ({ actor }) => actor },
  { area: "brand", label: "what", className: table.brand, cell: (row) => <Subject row={row} /> },
  { area: "log", label: "before → after", cell: (row) => <Diff row={row} /> },
];

const all = (values: readonly string[]) => [
  ["", "(All)"] as const,
  ...values.map((one) => [one, one] as const),
];

interface FiltersProps {
  query: ActionsQuery;
  data: OperatorActions;
  onChange: (filter: Filter, value: string) => void;
}

function Filters({ query, data, onChange }: FiltersProps) {
  const input = (filter: Filter, label: string, type: string) => (
    <label className={pick.pick}>
      {label}
      <input
        className={operator.input}
        type={type}
        autoComplete="off"
        value={query[filter]}
        onChange={(event) => onChange(filter, event.target.value)}
      />
    </label>
  );
  return (
    <div className={styles.filters} role="search" aria-label="Changes">
      <Pick
        label="Who"
        value={query.actor}
        options={all(data.actors)}
        onChange={(to) => onChange("actor", to)}
      />
      <Pick
        label="Did"
        value={query.action}
        options={all(data.actions)}
        onChange={(to) => onChange("action", to)}
      />
      <Pick label="On" value={query.kind} options={all(data.kinds)} onChange={(to) => onChange("kind", to)} />
      {input("subject", "Its name", "search")}
      {input("since", "From", "date")}
      {input("until", "To", "date")}
      <span className={brands.count} role="status">
        {countOf(data.total, "change")}
      </span>
    </div>
  );
}

/** Who did what, when: each change by an operator, with filters in the page's address. */
export function ChangesTab() {
  const [params, setParams] = useSearchParams();
  const query: ActionsQuery = {
    page: Number(params.get("page")) || 1,
    key: params.get("key") ?? "",
    ...(Object.fromEntries(FILTERS.map((name) => [name, params.get(name) ?? ""])) as Record<Filter, string>),
  };
  const { data, error, refetch } = useQuery({
    queryKey: ["scraper", "changes", query],
    queryFn: ({ signal }) => fetchActions(query, signal),
    placeholderData: keepPreviousData,
  });
  const set = (name: Filter | "page", value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (name !== "page") ["page", "key"].forEach((other) => next.delete(other));
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const retry = () => void refetch();
  if (!data) return <LoadError error={error} onRetry={retry} />;
  return (
    <>
      <Filters query={query} data={data} onChange={set} />
      <LoadError error={error} onRetry={retry} />
      {data.rows.length === 0 ? (
        <p className={table.empty}>
          {params.size > 1 ? "No change is like that." : "Nothing was changed since changes are noted."}
        </p>
      ) : (
        <Table
          name="changes"
          label="Changes"
          columns={COLUMNS}
          rows={data.rows}
          kind="change"
          idOf={({ id }) => id}
        />
      )}
      <Pager
        page={query.page}
        pageSize={PAGE_SIZE}
        total={data.total}
        onPage={(to) => set("page", to === 1 ? "" : String(to))}
        label="Pages of changes"
        steps={["Newer", "Older"]}
      />
    </>
  );
}

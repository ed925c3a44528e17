import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { Days, Pick, Typed, useChoices } from "../../../components/operator/Pick";
import { given, load } from "../../../lib/api/operator";
import type { BrandField, OperatorActionRow } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { formatTime } from "../../../lib/time";
import { Diff, shownValue } from "../editor/BrandHead";
import { type Column, ListTab, pageOf } from "../Table";
import table from "../table.module.css";
import styles from "./changes.module.css";

/** What the form calls a field; of what it does not have, the name as words: "curated_unisex" is "unisex". */
function wordsOf(name: string, fields: readonly BrandField[]): string {
  const label = fields.find((field) => field.name === name)?.label;
  if (label !== undefined) return label;
  return name
    .replace(/^curated_|_id$/g, "")
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

/** What a change made of what, a line for each name; null: there was none. */
function diffOf({ before, after }: OperatorActionRow, fields: readonly BrandField[]) {
  const said = (values: OperatorActionRow["before"], name: string) =>
    values && name in values ? shownValue(values[name]) : null;
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({
    name: wordsOf(name, fields),
    old: said(before, name),
    now: said(after, name),
  }));
}

/** Where what was changed is looked at; null where it has no page, or is gone. */
function linkOf({ kind, key, action, subject }: OperatorActionRow): string | null {
  const pages: Record<string, string> = {
    stores: "/scraper?brand=list",
    synonym: `/?q=${encodeURIComponent(key)}`,
    "take-down": "/scraper?tab=takedowns",
    run: "/scraper?tab=history",
    website: "/scraper?tab=suggestions",
    product: `/?q=${encodeURIComponent(subject)}`,
    ...(action !== "deleted" && { brand: `/scraper?brand=${key}` }),
  };
  return pages[kind] ?? null;
}

function Subject({ row }: { row: OperatorActionRow }) {
  const link = linkOf(row);
  return (
    <span className="grid">
      <span>
        <strong>{row.action}</strong> {link ? <Link to={link}>{row.subject}</Link> : row.subject}
      </span>
      <span className="muted type-meta breaks regular">{row.kind}</span>
    </span>
  );
}

function changed(row: OperatorActionRow, fields: readonly BrandField[]) {
  const lines = diffOf(row, fields);
  if (row.kind === "brand" && row.action === "added" && row.after) {
    const others = Object.keys(row.after).filter((name) => name !== "name" && name !== "website");
    const said = others.map((name) => wordsOf(name, fields).toLowerCase());
    return (
      <span className="breaks">
        {shownValue(row.after.website)}
        {said.length > 0 && <span className="muted">, with {said.join(", ")}</span>}
      </span>
    );
  }
  return lines.length === 0 ? <span className="muted">–</span> : <Diff lines={lines} />;
}

const COLUMNS: readonly Column<OperatorActionRow>[] = [
  { area: "start", label: "when", className: table.figure, cell: ({ at }) => formatTime(at) },
  { area: "end", label: "who", cell: ({ actor }) => actor },
  { area: "brand", label: "what", className: table.brand, cell: (row) => <Subject row={row} /> },
];

const PICKS = [
  ["actor", "Who", "actors"],
  ["action", "Did", "actions"],
  ["kind", "On", "kinds"],
] as const;
/** Who did what, when: each change by an operator, with filters in the page's address. */
export function ChangesTab() {
  const [params, change] = useChoices();
  const names = ["key", ...PICKS.map(([name]) => name), "subject", "since", "until"];
  const chosen = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""]));
  const list = useQuery({
    ...load("/api/operators/actions", { params: { query: { page: pageOf(params), ...given(chosen) } } }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const { data: fields = [] } = useQuery({ ...load("/api/brands/fields", {}), staleTime: Infinity });
  const columns = [
    ...COLUMNS,
    { area: "log", label: "before → after", cell: (row: OperatorActionRow) => changed(row, fields) },
  ];
  const choose = (changes: Record<string, string>) => change({ page: "", key: "", ...changes });
  return (
    <>
      {data && (
        <div className={styles.filters} role="search" aria-label="Changes">
          {PICKS.map(([name, label, all]) => (
            <Pick
              key={name}
              label={label}
              value={chosen[name] ?? ""}
              options={[["", "(All)"], ...data[all].map((one) => [one, one] as const)]}
              onChange={(to) => choose({ [name]: to })}
            />
          ))}
          <Typed
            label="Its name"
            type="search"
            value={chosen.subject}
            onChange={(event) => choose({ subject: event.target.value })}
          />
          <Days since={chosen.since ?? ""} until={chosen.until ?? ""} onChange={choose} />
          <span className={table.count} role="status">
            {countOf(data.total, "change")}
          </span>
        </div>
      )}
      <ListTab
        rows={data?.rows}
        query={list}
        empty={params.size > 1 ? "No change is like that." : "Nothing was changed since changes are noted."}
        label="Changes"
        columns={columns}
        kind="change"
        idOf={({ id }) => id}
        pages={data && { total: data.total, steps: ["Newer", "Older"] }}
      />
    </>
  );
}

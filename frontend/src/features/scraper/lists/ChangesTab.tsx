import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { Days, Filter, Filters, SearchText, useChoices } from "../../../components/operator/Pick";
import { given, load } from "../../../lib/api/operator";
import type { BrandField, OperatorActionRow } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { formatTime } from "../../../lib/time";
import { Diff, shownValue } from "../editor/BrandHead";
import { type Column, ListTab, pageOf, Stacked } from "../Table";
import table from "../table.module.css";

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
  const written = (values: OperatorActionRow["before"], name: string) =>
    values && name in values ? shownValue(values[name]) : null;
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({
    name: wordsOf(name, fields),
    old: written(before, name),
    now: written(after, name),
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

function subject(row: OperatorActionRow) {
  const link = linkOf(row);
  return (
    <Stacked under={row.kind}>
      <strong>{row.action}</strong> {link ? <Link to={link}>{row.subject}</Link> : row.subject}
    </Stacked>
  );
}

function changed(row: OperatorActionRow, fields: readonly BrandField[]) {
  const lines = diffOf(row, fields);
  if (row.kind === "brand" && row.action === "added" && row.after) {
    const others = Object.keys(row.after).filter((name) => name !== "name" && name !== "website");
    const words = others.map((name) => wordsOf(name, fields).toLowerCase()).join(", ");
    return (
      <span className="breaks">
        {shownValue(row.after.website)}
        {words && <span className="muted">, with {words}</span>}
      </span>
    );
  }
  return lines.length === 0 ? <span className="muted">–</span> : <Diff lines={lines} />;
}

const COLUMNS: readonly Column<OperatorActionRow>[] = [
  { area: "start", label: "when", cell: ({ at }) => formatTime(at) },
  { area: "end", label: "who", cell: ({ actor }) => actor },
  { area: "brand", label: "what", cell: subject },
];

const FACETS = [
  ["actor", "Who", "actors"],
  ["action", "Did", "actions"],
  ["kind", "On", "kinds"],
] as const;
const NAMES = ["actor", "action", "kind", "subject", "since", "until"];

/** Who did what, when: each change by an operator, with filters in the page's address. */
export function ChangesTab() {
  const [params] = useChoices();
  const chosen = Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? ""]));
  const list = useQuery({
    ...load("/api/operators/actions", { params: { query: { page: pageOf(params), ...given(chosen) } } }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const { data: fields = [] } = useQuery({ ...load("/api/brands/fields", {}), staleTime: Infinity });
  return (
    <>
      {data && (
        <Filters aria-label="Changes">
          {FACETS.map(([name, label, all]) => (
            <Filter
              key={name}
              label={label}
              name={name}
              options={[["", "(All)"], ...data[all].map((one) => [one, one] as const)]}
            />
          ))}
          <SearchText label="Its name" name="subject" />
          <Days />
          <span className={table.count} role="status">
            {countOf(data.total, "change")}
          </span>
        </Filters>
      )}
      <ListTab
        rows={data?.rows}
        query={list}
        empty={params.size > 1 ? "No change is like that." : "Nothing was changed since changes are noted."}
        label="Changes"
        columns={[...COLUMNS, { area: "log", label: "before → after", cell: (row) => changed(row, fields) }]}
        kind="change"
        idOf={({ id }) => id}
        pages={data && { total: data.total, steps: ["Newer", "Older"] }}
      />
    </>
  );
}

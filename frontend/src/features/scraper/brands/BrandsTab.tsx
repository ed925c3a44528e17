import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Confirm } from "../../../components/dialog/Dialog";
import { Filter, Filters, SearchText, useChoices } from "../../../components/operator/Pick";
import { LoadError } from "../../../components/states/states";
import { given, load, loadPage, postAsOperator } from "../../../lib/api/operator";
import type { BrandHoldings, BrandOverview } from "../../../lib/api/schema";
import { countOf, formatNumber } from "../../../lib/catalogue/format";
import { toggled } from "../../../lib/search/searchState";
import { actions, Lines, ListTab, PAGE_SIZE, pageOf, picks, useAct } from "../Table";
import {
  Actions,
  ArchiveActions,
  COLUMNS,
  DOES,
  type Leave,
  setActive,
  Several,
  toEach,
} from "./brandColumns";
import table from "../table.module.css";

/** How often the list is refreshed (ms): runs begin and end by themselves. */
const REFRESH_MS = 5000;

const SHOWN = [
  ["active", "Active"],
  ["disabled", "Disabled"],
  ["in trouble", "In trouble"],
  ["scheduled", "Scheduled"],
  ["archived", "Archived"],
] as const;

const ORDERS = ["name", "-name", "id", "-id", "lastRun", "-lastRun", "found", "-found"] as const;

/** "3,000 entries", of what has a plural of its own. */
function countedAs(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** What becomes of what brands have together, a line each. */
function leaveWords(leave: Leave, all: readonly BrandHoldings[]): string[] {
  const has = (name: keyof BrandHoldings) => all.reduce((sum, one) => sum + one[name], 0);
  const products = countOf(has("products"), "product");
  const prices = countedAs(has("prices"), "entry of price history", "entries of price history");
  const runs = countOf(has("runs"), "run");
  const alerts = countOf(has("alerts"), "visitors’ alert");
  const searches = countedAs(has("searches"), "search of visitors", "searches of visitors");
  if (leave === "delete") {
    return [
      `${products} and ${prices} are removed, for good.`,
      `${alerts} on them end. Nobody is told.`,
      `${runs} stay in the history with its name, and ${searches} in the insights.`,
      ...(has("takeDowns") > 0 ? [`${countOf(has("takeDowns"), "take-down")} of its products end.`] : []),
    ];
  }
  const how =
    leave === "archive" ? "It leaves this list, and comes back from “Archived”" : "It stays in this list";
  return [
    `${countOf(has("shown"), "product")} that visitors find now are hidden.`,
    `${products}, ${prices}, ${runs} and ${searches} are kept.`,
    `${alerts} wait until it is back. It is not read any more.`,
    `${how}, with a press.`,
  ];
}

interface Leaver {
  brands: readonly BrandOverview[];
  leave: Leave;
}

/** The question before brands are disabled, archived or deleted, with what becomes of what they have. */
function LeaveDialog({ leave, brands, onClose }: Leaver & { onClose: () => void }) {
  const { act } = useAct();
  const queries = useQueries({
    queries: brands.map(({ id }) => ({
      ...load("/api/brands/{brand_id}/holdings", { params: { path: { brand_id: id } } }),
      gcTime: 0,
    })),
  });
  const all = queries.flatMap(({ isSuccess, data }) => (isSuccess ? [data] : []));
  const isKnown = all.length === brands.length;
  const error = queries.find((one) => one.error)?.error ?? null;
  const names = brands.length === 1 ? (brands[0]?.name ?? "") : countOf(brands.length, "brand");
  return (
    <Confirm
      title={`${DOES[leave]}: ${names}?`}
      does={DOES[leave]}
      disabled={!isKnown}
      onClose={onClose}
      onYes={() =>
        act(() =>
          toEach(brands, (brand) =>
            leave === "disable"
              ? setActive(brand)
              : postAsOperator(`/api/brands/${leave}`, { body: { brandId: brand.id } }),
          ),
        )
      }
    >
      <LoadError error={error} onRetry={() => queries.forEach((one) => void one.refetch())} />
      {!isKnown && !error && <p>Counting what it has…</p>}
      {isKnown && <Lines of={leaveWords(leave, all)} className="grid gap-2 bulleted" />}
    </Confirm>
  );
}

/** A page of the brands, searched by name, website or id; what is chosen lives in the address. */
export function BrandsTab() {
  const [params] = useChoices();
  const text = params.get("text")?.trim() ?? "";
  const show = SHOWN.find(([value]) => value === params.get("show"))?.[0] ?? "";
  const order = ORDERS.find((one) => one === params.get("order")) ?? "";
  const query = { page: pageOf(params), pageSize: PAGE_SIZE, ...given({ text, show, order }) };
  const list = useQuery({
    ...loadPage("/api/brands/overview", { params: { query } }),
    refetchInterval: REFRESH_MS,
  });
  const { data, isPlaceholderData } = list;
  const [leaving, setLeaving] = useState<Leaver | null>(null);
  const [ids, setIds] = useState<readonly number[]>([]);
  const chosen = data?.rows.filter(({ id }) => ids.includes(id)) ?? [];
  const picked = picks<BrandOverview>(
    "choose",
    ({ name }) => `Choose ${name}`,
    ({ id }) => ids.includes(id),
    ({ id }) => setIds(toggled(ids, id)),
  );
  const Own = show === "archived" ? ArchiveActions : Actions;
  return (
    <>
      {leaving && <LeaveDialog {...leaving} onClose={() => setLeaving(null)} />}
      <Filters aria-label="Brands">
        <SearchText label="Name, website or id" name="text" />
        <Filter label="Show" name="show" options={[["", "(All)"], ...SHOWN]} />
        <span className={table.count} role="status">
          {data && countOf(data.total, "brand")}
        </span>
      </Filters>
      {chosen.length > 0 && (
        <Several
          brands={chosen}
          onLeave={(leave) => setLeaving({ brands: chosen, leave })}
          onClear={() => setIds([])}
        />
      )}
      <ListTab
        rows={data?.rows}
        query={list}
        isBusy={isPlaceholderData}
        empty={text === "" && show === "" ? "No brands yet." : "No brand is like that."}
        label="Brands"
        columns={[
          ...(show === "archived" ? [] : [picked]),
          ...COLUMNS,
          actions<BrandOverview>((brand) => (
            <Own brand={brand} onLeave={(leave) => setLeaving({ brands: [brand], leave })} />
          )),
        ]}
        kind="brand"
        idOf={({ id }) => id}
        pages={data && { total: data.total, steps: ["Previous", "Next"] }}
      />
    </>
  );
}

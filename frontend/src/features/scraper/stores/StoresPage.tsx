import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { Button, ButtonLink } from "../../../components/Button";
import { BackLink } from "../../../components/Breadcrumb";
import { LeaveGuard } from "../../../components/operator/LeaveGuard";
import { LoadError } from "../../../components/states/states";
import { bodyOf, messageOf } from "../../../lib/api/client";
import { load, operatorApi, postAsOperator } from "../../../lib/api/operator";
import type { ListedStoreRow, StorePlan } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { ActButton, actions, Away, type Column, Stacked, State, Table, useAct } from "../Table";
import { Forget, LookThere, TakeAll } from "./StoreButtons";
import styles from "./stores.module.css";
import table from "../table.module.css";

/** The addresses of a list as it was typed or pasted. */
function linesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

const GROUPS = ["needs", "working", "done"] as const;
type Group = (typeof GROUPS)[number];

const GROUP_OF: Readonly<Record<ListedStoreRow["state"], Group>> = {
  needs: "needs",
  waiting: "working",
  looking: "working",
  found: "working",
  added: "done",
  known: "done",
};

const groupOf = ({ state }: ListedStoreRow) => GROUP_OF[state];

const STATE_WORDS: Readonly<Record<ListedStoreRow["state"], string>> = {
  waiting: "waits",
  looking: "is looked at",
  found: "is being added",
  added: "added",
  known: "is a brand already",
  needs: "needs a person",
};

/** How far the list is, in a line. */
function progressWords(stores: readonly ListedStoreRow[]): string {
  const count = (group: Group) => stores.filter((store) => groupOf(store) === group).length;
  const [needs, working, done] = GROUPS.map(count);
  const parts = [`${done} added`, `${needs} ${needs === 1 ? "needs" : "need"} a person`];
  return [`${countOf(stores.length, "store")}: ${working} to go`, ...parts].join(", ");
}

/** What a list does, a sentence each, before it is done. */
function planWords({ waiting, again, known, between, timeZone }: StorePlan): string[] {
  const lines: string[] = [];
  if (waiting > 0) {
    const before = again > 0 ? ` (${again} once more)` : "";
    lines.push(
      `${countOf(waiting, "store")}${before} will be looked at, one after another. You may leave this page.`,
      `What reads well is added and read at once, then every night between ${between} (${timeZone}), each at a time of its own.`,
      "What cannot be added by itself stays in the table below, with why and what to do.",
    );
  }
  for (const { name, isArchived, site } of known) {
    lines.push(`${site} is ${name} already${isArchived ? ", which is in the archive" : ""}.`);
  }
  return lines;
}

const kindOf = ({ sources }: ListedStoreRow) => sources.find(({ proposed }) => proposed)?.source;

/** How many products a place has: of listing pages those of the first. */
const productsOf = ({ source, products }: { source: string | undefined; products: number }) =>
  `${countOf(products, "product")}${source === "pages" ? " on the first page" : ""}`;

/** All that was looked at of a store, each with what it has or why it gives nothing. */
function LookedAt({ store }: { store: ListedStoreRow }) {
  if (store.sources.length === 0) return null;
  return (
    <details>
      <summary className={styles.summary}>
        {countOf(store.sources.length, "place")} looked at
        <span className="visually-hidden"> of {store.site}</span>
      </summary>
      <ul className="grid gap-2 mt-2 bulleted">
        {store.sources.map((place) => (
          <li key={`${place.label} ${place.address}`}>
            <strong>{place.label}</strong>:{" "}
            {place.problem || `${productsOf(place)}, ${place.proposed ? "read" : place.state}`}
            <span className="muted type-meta breaks regular">{place.address}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const SITE: Column<ListedStoreRow> = {
  area: "brand",
  label: "store",
  cell: ({ site, website }) => <Away href={website}>{site}</Away>,
};

const STATE: Column<ListedStoreRow> = {
  area: "state",
  label: "state",
  cell: ({ state }) => <State of={state}>{STATE_WORDS[state]}</State>,
};

const SOURCE: Column<ListedStoreRow> = {
  area: "log",
  label: "read from",
  cell: (store) => (
    <>
      <Stacked under={store.reason}>
        {store.source && `${store.source}, ${productsOf({ ...store, source: kindOf(store) })}`}
      </Stacked>
      <LookedAt store={store} />
    </>
  ),
};

const WHY: Column<ListedStoreRow> = {
  area: "log",
  label: "why, and what to do",
  cell: (store) => (
    <span className="column gap-1">
      <span className="breaks measure">{store.reason}</span>
      {store.todo && <strong>{store.todo}.</strong>}
      <LookThere {...store} />
      <LookedAt store={store} />
    </span>
  ),
};

/** A store that is a brand: under its name, with when it is read. */
const BRAND: Column<ListedStoreRow> = {
  area: "brand",
  label: "brand",
  cell: ({ brand, brandId, site }) => (
    <Stacked under={site}>
      {brandId === null ? "deleted since" : <Link to={`/scraper?brand=${brandId}`}>{brand}</Link>}
    </Stacked>
  ),
};

const READ: Column<ListedStoreRow> = {
  area: "read",
  label: "is read",
  cell: ({ state, schedule }) => (
    <Stacked under={state === "known" && "was a brand before"}>{schedule || "–"}</Stacked>
  ),
};

const FORGET = actions<ListedStoreRow>((store) =>
  store.state === "looking" || store.state === "found" ? null : <Forget {...store} />,
);

const AGAIN = actions<ListedStoreRow>((store) => (
  <>
    <ButtonLink kind="row" of={store.site} to={`/scraper?brand=new&store=${store.id}`}>
      Open the form
    </ButtonLink>
    <ActButton of={store.site} path="/api/brands/stores/again" body={{ ids: [store.id] }}>
      Look again
    </ActButton>
    <Forget {...store} />
  </>
));

const COLUMNS: Readonly<Record<Group, readonly Column<ListedStoreRow>[]>> = {
  needs: [SITE, WHY, AGAIN],
  working: [SITE, STATE, FORGET],
  done: [BRAND, READ, SOURCE, FORGET],
};

interface StoreTableProps {
  group: Group;
  title: string;
  stores: readonly ListedStoreRow[];
}

/** The stores of a group; nothing where it has none. */
function StoreTable({ group, title, stores }: StoreTableProps) {
  const id = useId();
  const rows = stores.filter((store) => groupOf(store) === group);
  if (rows.length === 0) return null;
  const body = { ids: rows.map((store) => store.id) };
  return (
    <section className="mt-5" aria-labelledby={id}>
      <div className="row wrap gap-y-2 gap-x-4 between mb-2">
        <h2 id={id} className="type-section">
          {title} <span className="muted">{rows.length}</span>
        </h2>
        {rows.length > 1 && (
          <div className={table.actions}>
            {group === "needs" && (
              <ActButton path="/api/brands/stores/again" body={body}>
                Look at all again
              </ActButton>
            )}
            <TakeAll title={title} ids={body.ids} />
          </div>
        )}
      </div>
      <Table label={title} columns={COLUMNS[group]} rows={rows} kind="store" idOf={(store) => store.id} />
    </section>
  );
}

/** How often the table is refreshed while stores are looked at, and while none is (ms). */
const [WORKING_MS, CALM_MS] = [2000, 15_000];

function Plan({
  plan,
  onAdd,
  isAdding,
}: {
  plan: StorePlan;
  onAdd: (plan: StorePlan) => void;
  isAdding: boolean;
}) {
  return (
    <div className="grid gap-2 justify-items-start measure" role="status">
      {plan.wrong.length > 0 && (
        <p className="failed">
          {plan.wrong.length === 1
            ? "No address, left out: "
            : `${plan.wrong.length} are no addresses, left out: `}
          {plan.wrong.slice(0, 5).join(", ")}. Write www.example.co.za.
        </p>
      )}
      {planWords(plan).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {plan.waiting > 0 && (
        <Button kind="primary" disabled={isAdding} onClick={() => onAdd(plan)}>
          Add {countOf(plan.waiting, "store")}
        </Button>
      )}
    </div>
  );
}

/** A list of addresses: its effect is shown first, and done with a second press. */
function ListForm() {
  const id = useId();
  const [text, setText] = useState("");
  const lines = linesOf(text);
  const plan = useMutation({
    mutationFn: () => bodyOf(operatorApi.POST("/api/brands/stores/plan", { body: { addresses: lines } })),
  });
  const type = (typed: string) => {
    setText(typed);
    plan.reset();
  };
  const { act, isPending: isAdding } = useAct(() => type(""));
  const add = ({ wrong }: StorePlan) => {
    const addresses = lines.filter((line) => !wrong.includes(line));
    act(() => postAsOperator("/api/brands/stores", { body: { addresses } }));
  };
  return (
    <div className="grid gap-2 mb-4 p-4 sunk">
      <LeaveGuard unsaved={text.trim() !== ""} />
      <label className="strong" htmlFor={id}>
        Stores’ addresses, one on a line
      </label>
      <textarea
        id={id}
        className={styles.list}
        rows={6}
        placeholder={"www.example.co.za\nshop.example.com"}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      <div className="wrap gap-2">
        <Button
          kind={plan.data ? "outlined" : "primary"}
          disabled={lines.length === 0 || plan.isPending}
          onClick={() => plan.mutate()}
        >
          Check the list
        </Button>
      </div>
      {plan.error && <p className="failed">{messageOf(plan.error)}</p>}
      {plan.data && <Plan plan={plan.data} onAdd={add} isAdding={isAdding} />}
    </div>
  );
}

/** Many stores at once. The server works the list off: this page shows how far it is. */
export function StoresPage() {
  const { data, error, refetch } = useQuery({
    ...load("/api/brands/stores", {}),
    refetchInterval: ({ state }) =>
      state.data?.stores.some((store) => groupOf(store) === "working") ? WORKING_MS : CALM_MS,
  });
  const stores = data?.stores ?? [];
  return (
    <>
      <BackLink to="/scraper?tab=brands" label="Back to the brands" />
      <h1 className="type-page mb-5">Add stores</h1>
      <ListForm />
      <LoadError error={error} onRetry={() => void refetch()} />
      {stores.length > 0 && (
        <p className="py-3 px-4 mb-2 sunk" role="status">
          {progressWords(stores)}
        </p>
      )}
      <StoreTable group="needs" title="Needs a person" stores={stores} />
      <StoreTable group="working" title="Being looked at" stores={stores} />
      <StoreTable group="done" title="Added" stores={stores} />
    </>
  );
}

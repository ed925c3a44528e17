import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Action } from "../../../components/Action";
import { BackLink } from "../../../components/Breadcrumb";
import { LeaveGuard } from "../../../components/operator/LeaveGuard";
import { LoadError } from "../../../components/states/states";
import { bodyOf, messageOf } from "../../../lib/api/client";
import type { ListedStoreRow, StorePlan } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { load, operatorApi, postAsOperator } from "../../../lib/api/operator";
import { actions as waysOf, Away, type Column, RowButton, State, Table, useAct } from "../Table";
import { type Group, groupOf, linesOf, planWords, progressWords, STATE_WORDS } from "./stores";
import editor from "../editor/editor.module.css";
import styles from "./stores.module.css";
import { Link } from "react-router-dom";
import table from "../table.module.css";

type Do = (ids: number[]) => void;

interface StoreTableProps {
  group: Group;
  title: string;
  stores: readonly ListedStoreRow[];
  onAgain?: Do;
  onForget?: Do;
}

/** All that was looked at of a store, each with what it has or why it gives nothing. */
function LookedAt({ store }: { store: ListedStoreRow }) {
  if (store.sources.length === 0) return null;
  return (
    <details className={styles.looked}>
      <summary className={styles.summary}>
        {countOf(store.sources.length, "place")} looked at
        <span className="visually-hidden"> of {store.site}</span>
      </summary>
      <ul>
        {store.sources.map(({ label, address, state, problem, products, proposed }) => (
          <li key={`${label} ${address}`}>
            <strong>{label}</strong>:{" "}
            {problem || `${countOf(products, "product")}, ${proposed ? "read" : state}`}
            <span className="muted type-meta breaks regular">{address}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const SITE: Column<ListedStoreRow> = {
  area: "brand",
  label: "store",
  className: table.brand,
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
    <span className="grid">
      {store.source && (
        <span>
          {store.source}, {countOf(store.products, "product")}
        </span>
      )}
      {store.reason && <span className="muted type-meta breaks regular">{store.reason}</span>}
      <LookedAt store={store} />
    </span>
  ),
};

const WHY: Column<ListedStoreRow> = {
  area: "log",
  label: "why, and what to do",
  cell: (store) => (
    <span className="grid">
      <span className={styles.why}>{store.reason}</span>
      {store.todo && <strong>{store.todo}.</strong>}
      <LookedAt store={store} />
    </span>
  ),
};

/** A store that is a brand: under its name, with when it is read. */
const BRAND: Column<ListedStoreRow> = {
  area: "brand",
  label: "brand",
  className: table.brand,
  cell: ({ brand, brandId, site }) => (
    <span className="grid">
      {brandId === null ? (
        <span className="muted">deleted since</span>
      ) : (
        <Link to={`/scraper?brand=${brandId}`}>{brand}</Link>
      )}
      <span className="muted type-meta breaks regular">{site}</span>
    </span>
  ),
};

const READ: Column<ListedStoreRow> = {
  area: "start",
  label: "is read",
  cell: ({ state, schedule }) => (
    <span className="grid">
      <span>{schedule || "–"}</span>
      {state === "known" && <span className="muted type-meta breaks regular">was a brand before</span>}
    </span>
  ),
};

function columnsOf(group: Group, onAgain?: Do, onForget?: Do): Column<ListedStoreRow>[] {
  const ways = waysOf<ListedStoreRow>(({ id, site }) => (
    <>
      {onAgain && (
        <>
          <Link to={`/scraper?brand=new&store=${id}`}>
            Open the form<span className="visually-hidden"> {site}</span>
          </Link>
          <RowButton of={site} onClick={() => onAgain([id])}>
            Look again
          </RowButton>
        </>
      )}
      {onForget && (
        <RowButton of={site} onClick={() => onForget([id])}>
          Take off the list
        </RowButton>
      )}
    </>
  ));
  if (group === "needs") return [SITE, WHY, ways];
  return group === "working" ? [SITE, STATE] : [BRAND, READ, SOURCE, ways];
}

/** The stores of a group; nothing where it has none. */
function StoreTable({ group, title, stores, onAgain, onForget }: StoreTableProps) {
  const id = useId();
  const rows = stores.filter((store) => groupOf(store) === group);
  if (rows.length === 0) return null;
  const ids = rows.map((store) => store.id);
  return (
    <section className="mt-5" aria-labelledby={id}>
      <div className="row wrap gap-y-2 gap-x-4 between mb-2">
        <h2 id={id} className="type-section">
          {title} <span className="muted">{rows.length}</span>
        </h2>
        <div className={table.actions}>
          {onAgain && rows.length > 1 && (
            <RowButton onClick={() => onAgain(ids)}>Look at all again</RowButton>
          )}
          {onForget && rows.length > 1 && (
            <RowButton of={`: ${title}`} onClick={() => onForget(ids)}>
              Take all off the list
            </RowButton>
          )}
        </div>
      </div>
      <Table
        label={title}
        columns={columnsOf(group, onAgain, onForget)}
        rows={rows}
        kind="store"
        idOf={(store) => store.id}
      />
    </section>
  );
}

/** How often the table is refreshed while stores are looked at, and while none is (ms). */
const [WORKING_MS, CALM_MS] = [2000, 15_000];

function Plan({ plan, onAdd, isAdding }: { plan: StorePlan; onAdd: () => void; isAdding: boolean }) {
  return (
    <div className={styles.plan} role="status">
      {plan.wrong.length > 0 && (
        <p className={editor.error}>
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
        <Action kind="filled" disabled={isAdding} onClick={onAdd}>
          Add {countOf(plan.waiting, "store")}
        </Action>
      )}
    </div>
  );
}

/** A list of addresses: its effect is shown first, and done with a second press. */
function ListForm({ onListed }: { onListed: () => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const lines = linesOf(text);
  const {
    data: plan,
    mutate: look,
    error,
    isPending,
    reset,
  } = useMutation({
    mutationFn: () => bodyOf(operatorApi.POST("/api/brands/stores/plan", { body: { addresses: lines } })),
  });
  const act = useAct(onListed);
  const [isAdding, setIsAdding] = useState(false);
  const add = () => {
    const wrong = new Set(plan?.wrong);
    setIsAdding(true);
    act(async () => {
      try {
        const addresses = lines.filter((line) => !wrong.has(line));
        const message = await postAsOperator("/api/brands/stores", { body: { addresses } });
        setText("");
        reset();
        return message;
      } finally {
        setIsAdding(false);
      }
    });
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
        onChange={(event) => {
          setText(event.target.value);
          reset();
        }}
      />
      <div className="wrap gap-2">
        <Action
          kind={plan ? "outlined" : "filled"}
          disabled={lines.length === 0 || isPending}
          onClick={() => look()}
        >
          Check the list
        </Action>
      </div>
      {error && <p className={editor.error}>{messageOf(error)}</p>}
      {plan && <Plan plan={plan} onAdd={add} isAdding={isAdding} />}
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
  const reload = () => void refetch();
  const act = useAct(reload);
  const forget = (ids: number[]) => act(() => postAsOperator("/api/brands/stores/forget", { body: { ids } }));
  const stores = data?.stores ?? [];
  return (
    <>
      <BackLink to="/scraper?tab=brands" label="Back to the brands" />
      <div className="row wrap gap-y-2 gap-x-5 between mb-5">
        <h1 className="type-page breaks">Add stores</h1>
      </div>
      <ListForm onListed={reload} />
      <LoadError error={error} onRetry={reload} />
      {stores.length > 0 && (
        <p className="py-3 px-4 mb-2 sunk" role="status">
          {progressWords(stores)}
        </p>
      )}
      <StoreTable
        group="needs"
        title="Needs a person"
        stores={stores}
        onAgain={(ids) => act(() => postAsOperator("/api/brands/stores/again", { body: { ids } }))}
        onForget={forget}
      />
      <StoreTable group="working" title="Being looked at" stores={stores} />
      <StoreTable group="done" title="Added" stores={stores} onForget={forget} />
    </>
  );
}

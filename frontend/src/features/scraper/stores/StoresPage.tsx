import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Action } from "../../../components/Action";
import { BackLink } from "../../../components/BackLink";
import { LeaveGuard } from "../../../components/operator/LeaveGuard";
import { LoadError } from "../../../components/states/LoadError";
import { bodyOf, messageOf } from "../../../lib/api/client";
import type { StorePlan } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { load, operatorApi, tell } from "../../../lib/api/operator";
import { useAct } from "../act";
import { StoreTable } from "./StoreTable";
import { groupOf, linesOf, planWords, progressWords } from "./stores";
import editor from "../editor/editor.module.css";
import styles from "./stores.module.css";

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

/** A list of addresses: what it does is said first, and done with a second press. */
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
        const message = await tell("/api/brands/stores", { body: { addresses } });
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
  const forget = (ids: number[]) => act(() => tell("/api/brands/stores/forget", { body: { ids } }));
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
        onAgain={(ids) => act(() => tell("/api/brands/stores/again", { body: { ids } }))}
        onForget={forget}
      />
      <StoreTable group="working" title="Being looked at" stores={stores} />
      <StoreTable group="done" title="Added" stores={stores} onForget={forget} />
    </>
  );
}

import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Action } from "../../../components/Action";
import { BackLink } from "../../../components/BackLink";
import { LeaveGuard } from "../../../components/operator/LeaveGuard";
import { LoadError } from "../../../components/states/LoadError";
import { messageOf } from "../../../lib/api/client";
import type { StorePlan } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { fetchStores, forgetStores, listStores, lookAgain, planStores } from "../api/stores";
import { useAct } from "../useAct";
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
  } = useMutation({ mutationFn: () => planStores(lines) });
  const act = useAct(onListed);
  const [isAdding, setIsAdding] = useState(false);
  const add = () => {
    const wrong = new Set(plan?.wrong);
    setIsAdding(true);
    act(async () => {
      try {
        const message = await listStores(lines.filter((line) => !wrong.has(line)));
        setText("");
        reset();
        return message;
      } finally {
        setIsAdding(false);
      }
    });
  };
  return (
    <div className={editor.suggest}>
      <LeaveGuard unsaved={text.trim() !== ""} />
      <label className={editor.label} htmlFor={id}>
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
      <div className={editor.bar}>
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
    queryKey: ["scraper", "stores"],
    queryFn: ({ signal }) => fetchStores(signal),
    refetchInterval: ({ state }) =>
      state.data?.stores.some((store) => groupOf(store) === "working") ? WORKING_MS : CALM_MS,
  });
  const reload = () => void refetch();
  const act = useAct(reload);
  const stores = data?.stores ?? [];
  return (
    <>
      <BackLink to="/scraper?tab=brands" label="Back to the brands" />
      <div className={editor.head}>
        <h1 className={editor.title}>Add stores</h1>
      </div>
      <ListForm onListed={reload} />
      <LoadError error={error} onRetry={reload} />
      {stores.length > 0 && (
        <p className={styles.progress} role="status">
          {progressWords(stores)}
        </p>
      )}
      <StoreTable
        group="needs"
        title="Needs a person"
        stores={stores}
        onAgain={(ids) => act(() => lookAgain(ids))}
        onForget={(ids) => act(() => forgetStores(ids))}
      />
      <StoreTable group="working" title="Being looked at" stores={stores} />
      <StoreTable
        group="done"
        title="Added"
        stores={stores}
        onForget={(ids) => act(() => forgetStores(ids))}
      />
    </>
  );
}

import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { Action } from "../../../components/Action";
import { BackLink } from "../../../components/BackLink";
import { countOf } from "../../../lib/catalogue/format";
import type { ListedStore } from "./stores";
import { useStores } from "./useStores";
import editor from "../editor/editor.module.css";
import styles from "./stores.module.css";

const WORDS = { waiting: "Waiting", looking: "Looking for its source…", adding: "Adding…" } as const;

interface StoreProps {
  store: ListedStore;
  onAdd: () => void;
}

function Found({ store: { url, state }, onAdd }: StoreProps) {
  if (state.of === "found") {
    const { label, products, sampled, priced } = state.source;
    return (
      <>
        <span>
          {label}, {countOf(products, "product")}; of {sampled} looked at {priced} have a price
        </span>
        <Action className={editor.secondary} onClick={onAdd}>
          Add and read<span className="visually-hidden"> {url}</span>
        </Action>
      </>
    );
  }
  if (state.of === "nothing") {
    return (
      <>
        <span className={editor.error}>{state.why}</span>
        <Link to={`/scraper?brand=new&website=${encodeURIComponent(url)}`}>
          Configure<span className="visually-hidden"> {url}</span>
        </Link>
      </>
    );
  }
  if (state.of === "known" || state.of === "added") {
    return (
      <>
        <span>{state.of === "added" ? "Added, its first run is started" : "Is a brand already"}</span>
        <Link to={`/scraper?brand=${state.brandId}`}>
          Edit<span className="visually-hidden"> {url}</span>
        </Link>
      </>
    );
  }
  return <span className="muted">{WORDS[state.of]}</span>;
}

/** Many stores at once: their sources are looked for, and each is added and read with one press. */
export function StoresPage() {
  const id = useId();
  const [text, setText] = useState("");
  const { stores, wrong, error, look, add, addAll } = useStores();
  const found = stores.filter(({ state }) => state.of === "found").length;
  const done = stores.filter(({ state }) => !["waiting", "looking"].includes(state.of)).length;
  const busy = done < stores.length;
  return (
    <>
      <BackLink to="/scraper?tab=brands" label="Back to the brands" />
      <div className={editor.head}>
        <h1 className={editor.title}>Add stores</h1>
      </div>
      <div className={editor.suggest}>
        <label className={editor.label} htmlFor={id}>
          Stores’ addresses, one on a line
        </label>
        <textarea
          id={id}
          className={styles.list}
          rows={6}
          placeholder={"www.example.co.za\nshop.example.com"}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className={editor.bar}>
          <Action kind="filled" disabled={busy || text.trim() === ""} onClick={() => void look(text)}>
            Look for their sources
          </Action>
          {found > 0 && (
            <Action className={editor.secondary} onClick={() => void addAll()}>
              Add and read {found === 1 ? "the one found" : `all ${found} found`}
            </Action>
          )}
        </div>
        <div role="status">
          {error && <p className={editor.error}>{error}</p>}
          {wrong.length > 0 && (
            <p className={editor.error}>
              No address: {wrong.slice(0, 5).join(", ")}. Write www.example.co.za.
            </p>
          )}
          {stores.length > 0 && (
            <p>
              {done} of {countOf(stores.length, "store")} looked at, a source found for {found}
            </p>
          )}
        </div>
      </div>
      <ul className={styles.stores} aria-label="Stores">
        {stores.map((store) => (
          <li key={store.url} data-state={store.state.of}>
            <strong>{new URL(store.url).host}</strong>
            <Found store={store} onAdd={() => void add(store)} />
          </li>
        ))}
      </ul>
    </>
  );
}

import { useEffect, useMemo, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import {
  alertToken,
  compared,
  favourites,
  ownList,
  savedSearches,
  seeSearch,
  sharedListIn,
  tokenIn,
  toSavedProduct,
} from "../../lib/visitor/kept";
import { Alerts } from "./Alerts";
import { Compare } from "./Compare";
import { Invitation } from "./parts";
import { MyFavourites } from "./Own";
import { type Tab, Tabs } from "../../components/tabs/Tabs";
import { Button } from "../../components/Button";
import { LoadError } from "../../components/states/states";
import { Tile } from "../../components/tile/Tile";
import { countOf, formatNumber } from "../../lib/catalogue/format";
import { showError, showToast } from "../../lib/toasts";
import { MOST_IDS, useTiles } from "../../components/KeptRails";
import { AlertButton } from "../../components/alerts/AlertButton";
import { keepData, useData } from "../../lib/api/query";
import { countTotals, newSince } from "../../lib/api/search";
import { useSession } from "../../lib/visitor/session";
import styles from "./saved.module.css";
import { api, bodyOf } from "../../lib/api/client";

interface Marks {
  /** The products that are bought, as far as they are shown. */
  readonly bought: ReadonlySet<number>;
  readonly hidden: boolean;
  readonly show: () => void;
  readonly mark: (productId: number, bought: boolean) => Promise<void>;
}

/** What is bought of a shared list; null where it has no name. Whoever made it sees it at a press. */
function useMarks(list: string | null): Marks | null {
  const [shown, setShown] = useState(list !== ownList.get());
  const queryKey = ["bought", list, shown];
  const { data } = useData({
    queryKey,
    queryFn: ({ signal }) =>
      bodyOf(api.POST("/api/sharedLists/bought", { body: { list: list ?? "" }, signal })),
    enabled: shown && list !== null,
  });
  if (list === null) return null;
  const mark = async (productId: number, bought: boolean) => {
    try {
      const body = { list, productId, bought };
      keepData(queryKey, await bodyOf(api.POST("/api/sharedLists/mark", { body })));
    } catch (reason) {
      showError(reason);
    }
  };
  return {
    bought: new Set(shown ? data?.productIds : []),
    hidden: !shown,
    show: () => setShown(true),
    mark,
  };
}

/** A note on the marks, for guests and for the list's owner. */
function AboutMarks({ marks }: { marks: Marks }) {
  if (!marks.hidden) {
    return (
      <p className="muted" data-part="marks">
        {marks.bought.size > 0 && `${countOf(marks.bought.size, "product")} bought. `}
        Mark what you buy, so that nobody buys it twice. Whoever made the list does not see it, unless they
        ask.
      </p>
    );
  }
  return (
    <p className={styles.buttons} data-part="marks">
      <span className="muted">This is your list: what others have bought is hidden.</span>
      <Button kind="quiet" onClick={marks.show}>
        Show what is bought
      </Button>
    </p>
  );
}

/** A product's mark, which any guest sets and takes away. */
function Mark({ marks, id, name }: { marks: Marks; id: number; name: string }) {
  const bought = marks.bought.has(id);
  if (marks.hidden) return null;
  return (
    <p className="row wrap gap-y-1 gap-x-3 pressable">
      {bought && <strong>Bought</strong>}
      <Button kind="quiet" onClick={() => void marks.mark(id, !bought)}>
        {bought ? "Not bought after all" : "I have bought it"}
        <span className="visually-hidden">: {name}</span>
      </Button>
    </p>
  );
}

/** The ids of a shared list, "?ids=1,2"; null at the address of one's own. */
function sharedIds(search: string): number[] | null {
  const text = new URLSearchParams(search).get("ids");
  if (text === null) return null;
  const ids = text.split(",").map(Number);
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MOST_IDS);
}

/** Saved searches, each with the number of products that came since it was last opened. */
function Searches() {
  const saved = savedSearches.use();
  const session = useSession();
  const { data: counts } = useData({
    queryKey: ["new in searches", saved, session],
    queryFn: async ({ signal }) => {
      const searches = saved.map(({ search, at }) => newSince(search, at, session));
      const totals = await countTotals(searches, signal);
      return new Map(saved.map(({ search }, index) => [search, totals[index] ?? null]));
    },
  });
  if (saved.length === 0) {
    return (
      <Invitation icon="bookmark" title="Save a search">
        Press “Save search” above what you found: here you see what is new in it, and can have it mailed.
      </Invitation>
    );
  }
  return (
    <section aria-label="Saved searches" data-part="saved-searches">
      <ul role="list">
        {saved.map(({ search, name }) => {
          const count = counts?.get(search) ?? null;
          return (
            <li key={search} className={styles.search}>
              <Link to={{ pathname: "/", search }} dir="auto" onClick={() => seeSearch(search, Date.now())}>
                {name}
              </Link>
              <span className="muted">{count === null ? "" : `${formatNumber(count)} new`}</span>
              <AlertButton kind="quiet" about={{ search, name }} />
              <Button kind="quiet" of={name} onClick={() => savedSearches.remove(search)}>
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type Kind = "products" | "searches" | "compare" | "alerts";

function useTabs(): Tab<Kind>[] {
  const labelled = (label: string, count: number) =>
    count > 0 ? `${label} (${formatNumber(count)})` : label;
  return [
    { id: "products", label: labelled("Products", favourites.use().length) },
    { id: "searches", label: labelled("Searches", savedSearches.use().length) },
    { id: "compare", label: labelled("Compare", compared.use().length) },
    { id: "alerts", label: "Alerts" },
  ];
}

/** The alerts of an address, once one of its mails was opened in this browser. */
function OwnAlerts({ token }: { token: string | null }) {
  return token === null ? (
    <Invitation icon="bell" title="Hear of it by mail">
      Open a product or a saved search and press “Alert by mail” or “Mail me new ones”. Your alerts are listed
      here once you have opened the link of one of our mails in this browser.
    </Invitation>
  ) : (
    <Alerts key={token} token={token} />
  );
}

/** The kinds of what is kept, each with an address of its own. */
function OwnLists({ linked }: { linked: string | null }) {
  const navigate = useNavigate();
  const tab = new URLSearchParams(useLocation().search).get("tab");
  const stored = alertToken.use();
  const tabs = useTabs();
  const current = linked === null ? (tabs.find(({ id }) => id === tab)?.id ?? "products") : "alerts";
  const open = (id: Kind) =>
    void navigate(id === "products" ? "/favourites" : `/favourites?tab=${id}`, { replace: true });
  return (
    <>
      <h1 className="type-page">Favourites</h1>
      <p className="muted">What you save is kept in this browser alone; alerts are kept by us.</p>
      <Tabs label="What you keep" tabs={tabs} current={current} onChange={open}>
        <div className="column gap-4">
          {current === "products" && <MyFavourites />}
          {current === "searches" && <Searches />}
          {current === "compare" && <Compare />}
          {current === "alerts" && <OwnAlerts token={linked ?? stored} />}
        </div>
      </Tabs>
    </>
  );
}

/** Somebody else's list: it can be looked at, and kept. */
function Shared({ ids, list }: { ids: readonly number[]; list: string | null }) {
  const marks = useMarks(list);
  const { data, error, reload } = useTiles(ids);
  const hits = ids.flatMap((id) => data?.get(id) ?? []);
  const missing = ids.length - hits.length;
  const keep = () => {
    const added = hits.filter(({ productId }) => favourites.find(productId) === undefined);
    favourites.add(...added.map((hit) => toSavedProduct(hit)));
    showToast(`${countOf(added.length, "product")} added to your favourites`, "success");
  };
  return (
    <>
      <h1 className="type-page">A shared list</h1>
      <LoadError error={error} onRetry={reload} />
      {data && (
        <p className="muted">
          {countOf(hits.length, "product")}
          {missing > 0 && `, ${missing} of the list ${missing === 1 ? "is" : "are"} gone`}
        </p>
      )}
      <div className={styles.buttons}>
        <Button kind="primary" disabled={hits.length === 0} onClick={keep}>
          Keep in my favourites
        </Button>
        <Link to="/favourites">My favourites</Link>
      </div>
      {marks && <AboutMarks marks={marks} />}
      <h2 className="visually-hidden">Products of the list</h2>
      <ul className="tiles" role="list" data-part="shared">
        {hits.map((hit) => (
          <li key={hit.objectID} className={styles.cell}>
            <Tile hit={hit} />
            {marks && <Mark marks={marks} id={hit.productId} name={hit.name} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the visitor has saved and looked at, the alerts of a mail's link, or a shared list. */
export default function FavouritesPage() {
  const { search, hash } = useLocation();
  const linked = tokenIn(hash);
  useEffect(() => {
    if (linked === null) return;
    alertToken.set(linked);
    // It is a secret, and an address may be copied or looked at.
    window.history.replaceState(window.history.state, "", "/favourites?tab=alerts");
  }, [linked]);
  const ids = useMemo(() => sharedIds(search), [search]);
  return (
    <div className={`page-width column gap-4 pt-5 pb-7`}>
      {ids === null ? <OwnLists linked={linked} /> : <Shared ids={ids} list={sharedListIn(search)} />}
    </div>
  );
}

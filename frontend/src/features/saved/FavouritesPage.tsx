import { Suspense, useEffect, useMemo } from "react";
import { useLocation } from "react-router-dom";
import width from "../../components/PageWidth.module.css";
import { SearchProvider } from "../../hooks/SearchProvider";
import { MOST_IDS } from "../../lib/api/product";
import { lazyScreen } from "../../lib/browser/screen";
import { keepAlertToken, tokenIn, useAlertToken } from "../../lib/visitor/alertToken";
import { Own } from "./Own";
import { Shared } from "./Shared";
import { Searches } from "./Searches";
import styles from "./saved.module.css";

const Alerts = lazyScreen(() => import("./Alerts"));

/** The ids of a shared list, "?ids=1,2"; null at the address of one's own. */
export function sharedIds(search: string): number[] | null {
  const text = new URLSearchParams(search).get("ids");
  if (text === null) return null;
  const ids = text.split(",").map(Number);
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MOST_IDS);
}

function OwnLists({ linked }: { linked: string | null }) {
  const known = useAlertToken();
  const token = linked ?? known;
  const alerts = token !== null && (
    <Suspense fallback={null}>
      <Alerts key={token} token={token} level={linked === null ? "section" : "page"} />
    </Suspense>
  );
  if (linked !== null) return alerts;
  return (
    <>
      <Own />
      <Searches />
      {alerts}
    </>
  );
}

/** What the visitor has saved and looked at, the alerts of a mail's link, or a shared list. */
export default function FavouritesPage() {
  const { search, hash } = useLocation();
  const linked = tokenIn(hash);
  useEffect(() => {
    if (linked !== null) keepAlertToken(linked);
  }, [linked]);
  const ids = useMemo(() => sharedIds(search), [search]);
  return (
    <SearchProvider>
      <div className={`${width.wide} ${styles.page}`}>
        {ids === null ? <OwnLists linked={linked} /> : <Shared ids={ids} />}
      </div>
    </SearchProvider>
  );
}

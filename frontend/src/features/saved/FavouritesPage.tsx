import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import width from "../../components/PageWidth.module.css";
import { SearchProvider } from "../../hooks/SearchProvider";
import { MOST_IDS } from "../../lib/api/product";
import { Own } from "./Own";
import { Shared } from "./Shared";
import { Searches } from "./Searches";
import styles from "./saved.module.css";

/** The ids of a shared list, "?ids=1,2"; null at the address of one's own. */
export function sharedIds(search: string): number[] | null {
  const text = new URLSearchParams(search).get("ids");
  if (text === null) return null;
  const ids = text.split(",").map(Number);
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MOST_IDS);
}

/** What the visitor has saved and looked at, or the list that somebody has shared. */
export default function FavouritesPage() {
  const { search } = useLocation();
  const ids = useMemo(() => sharedIds(search), [search]);
  return (
    <SearchProvider>
      <div className={`${width.wide} ${styles.page}`}>
        {ids === null ? (
          <>
            <Own />
            <Searches />
          </>
        ) : (
          <Shared ids={ids} />
        )}
      </div>
    </SearchProvider>
  );
}

import { Link } from "react-router-dom";
import { Button } from "../../components/Button";
import { LoadError } from "../../components/states/LoadError";
import { Tile } from "../../components/tile/Tile";
import { countOf } from "../../lib/catalogue/format";
import { showToast } from "../../lib/toasts";
import { favourites, keptOf } from "../../lib/visitor/products";
import { useTiles } from "./useTiles";
import styles from "./saved.module.css";

/** Somebody else's list: it can be looked at, and kept. */
export function Shared({ ids }: { ids: readonly number[] }) {
  const { data, error, reload } = useTiles(ids);
  const hits = ids.flatMap((id) => data?.get(id) ?? []);
  const missing = ids.length - hits.length;
  const keep = () => {
    const added = hits.filter(({ productId }) => favourites.find(productId) === undefined);
    favourites.add(...added.map((hit) => keptOf(hit)));
    showToast(`${countOf(added.length, "product")} added to your favourites`, "success");
  };
  return (
    <>
      <h1 className={styles.title}>A shared list</h1>
      <LoadError error={error} onRetry={reload} />
      {data && (
        <p className={styles.note}>
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
      <h2 className="visually-hidden">Products of the list</h2>
      <ul className={styles.grid} role="list" data-part="shared">
        {hits.map((hit) => (
          <li key={hit.objectID} className={styles.cell}>
            <Tile hit={hit} />
          </li>
        ))}
      </ul>
    </>
  );
}
